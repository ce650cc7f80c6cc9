import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { OrgEventLogApi } from '../../credentials/OrgEventLogApi.credentials';
import { OrgEventLog } from '../../nodes/OrgEventLog/OrgEventLog.node';
import { OrgEventLogTrigger } from '../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import nodeCodex from '../../nodes/OrgEventLog/OrgEventLog.node.json';
import triggerCodex from '../../nodes/OrgEventLog/OrgEventLogTrigger.node.json';

const NODES = join(__dirname, '../../nodes/OrgEventLog');
const credential = new OrgEventLogApi();
const descriptions = [new OrgEventLog().description, new OrgEventLogTrigger().description];

it('each node and the credential have icons that exist', () => {
	const nodeIcons = descriptions.map(({ icon }) => ({ icon, folder: NODES }));
	const credentialIcon = { icon: credential.icon, folder: join(NODES, '../../credentials') };
	for (const { icon, folder } of [...nodeIcons, credentialIcon]) {
		if (typeof icon !== 'object') throw new TypeError('Not one for light and one for dark');
		const files = [icon.light, icon.dark].map((url) => join(folder, url.replace(/^file:/, '')));
		expect(files.filter((file) => !existsSync(file))).toEqual([]);
	}
});

it('the words under which people look find both nodes, whatever "node" says beside them', () => {
	expect(nodeCodex.alias).toEqual(expect.arrayContaining(['zero trust', 'access denied', 'SOC 2']));
	expect(triggerCodex.alias).toEqual(nodeCodex.alias);
});

/** Every field, those in collections as well: many are made by functions, which n8n's linter can't read. */
function fieldsIn(properties: readonly INodeProperties[]): INodeProperties[] {
	const isField = (option: object): option is INodeProperties => 'default' in option;
	return properties.flatMap((field) => [field, ...fieldsIn((field.options ?? []).filter(isField))]);
}

describe("what n8n's guidelines ask of texts", () => {
	const SMALL_WORDS = /^(?:a|an|and|at|by|for|if|in|of|on|or|per|the|to|with)$/;
	const isTitle = (name: string) =>
		name.split(/[\s-]+/).every((word) => !/^[a-z]/.test(word) || SMALL_WORDS.test(word));

	it.each<[rule: string, isKept: (field: INodeProperties) => boolean]>([
		[
			'switches are described with “Whether”',
			({ type, description = '' }) => type !== 'boolean' || /^Whether\b/.test(description),
		],
		[
			'placeholders begin with “e.g.”',
			({ placeholder = '' }) => /^(?:e\.g\. |Add |$)/.test(placeholder),
		],
		[
			'names of fields are in Title Case',
			({ type, displayName }) => type === 'notice' || isTitle(displayName),
		],
	])('%s', (_, isKept) => {
		const fields = fieldsIn([...descriptions, credential].flatMap(({ properties }) => properties));
		expect(fields.length).toBeGreaterThan(50);
		expect(fields.filter((field) => !isKept(field))).toEqual([]);
	});
});
