import { OrgEventLogApi } from '../../../../credentials/OrgEventLogApi.credentials';
import { OrgEventLog } from '../../../../nodes/OrgEventLog/OrgEventLog.node';
import { OrgEventLogTrigger } from '../../../../nodes/OrgEventLog/OrgEventLogTrigger.node';

const MOST_WORDS = 20;

interface Described {
	readonly name: string;
	readonly description?: string;
	readonly hint?: string;
	readonly options?: ReadonlyArray<Described | object>;
}

/** What the editor says of fields, of their choices, and of the fields within them, by the names of these. */
function hintsOf(fields: ReadonlyArray<Described | object>, place: string): [string, string][] {
	return fields.flatMap((field) => {
		if (!('name' in field)) return [];
		const { name, description, hint, options = [] } = field;
		const path = `${place} → ${name}`;
		const own = [description, hint].flatMap((text): [string, string][] =>
			text === undefined ? [] : [[path, text]],
		);
		return [...own, ...hintsOf(options, path)];
	});
}

it.each([
	...hintsOf(new OrgEventLog().description.properties, 'node'),
	...hintsOf(new OrgEventLogTrigger().description.properties, 'trigger'),
	...hintsOf(new OrgEventLogApi().properties, 'credential'),
])('%s is said in twenty words: %s', (_place, hint) => {
	expect(hint.split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS);
});
