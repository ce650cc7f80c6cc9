import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { OrgEventLog } from '../../../../nodes/OrgEventLog/OrgEventLog.node';
import type { LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import { createFilterCheck } from '../../../../nodes/OrgEventLog/selection/filterChecks';
import type { FilterName } from '../../../../nodes/OrgEventLog/selection/filters';
import { FILTERS_WITH_VALUE_LIST } from '../../../../nodes/OrgEventLog/selection/filters';
import { parseFilters } from '../../../../nodes/OrgEventLog/parameters/parseSelection';
import { parametersOf } from '../parameters/refusal';
import { searchMethodOf } from '../../../../nodes/OrgEventLog/recentLog/editorLists/listChoices';
import {
	createEventLog,
	makeDevice,
	makeEvent,
	makeUser,
	startEventLogService,
	type EventLogService,
	type EventRecord,
} from '../../../../sandbox/service';
import { createLoadOptionsContext } from '../../../support/n8nContexts';
import { credentialFor, runNode } from '../runNode';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 5);

/** What people and machines give names with, and what queries, lists and expressions are made of. */
const odd = fc.string({
	unit: fc.constantFrom(...'aB ,;|={}"\'\\%+&?#/\n\t', 'ü', '漢', '😀', '={{ 1 }}', ' '),
	maxLength: 4,
});

const anyLog: fc.Arbitrary<EventRecord[]> = fc
	.array(fc.record({ text: fc.array(odd, { minLength: 8, maxLength: 8 }), column: odd }), {
		minLength: 1,
		maxLength: 8,
	})
	.map((rows) =>
		rows.map(({ text, column }, index) => {
			const [type, subType, action, email, id, serial_number, serviceName, serviceAccountName] =
				text;
			return makeEvent({
				createdAtMs: 1_700_000_000_000 + index,
				...{ type, subType, action, serviceName, serviceAccountName },
				userPrincipal: {
					user: makeUser({ email }),
					device: makeDevice({ id, serial_number, friendly_name: '' }),
				},
				extra: { [`x${column}`]: 1, [`${column}x`]: { inner: 1 } },
			});
		}),
	);

const node = new OrgEventLog();

async function offers(service: EventLogService, filter: FilterName) {
	const search = node.methods.listSearch[searchMethodOf(filter)];
	const context = createLoadOptionsContext({ node, credential: credentialFor(service) });
	const { results = [] } = (await search?.call(context)) ?? {};
	return results.map(({ name, value }) => {
		return { __rl: true, mode: 'list', value, cachedResultName: name };
	});
}

const RAW: INodeParameters = { returnAll: true, simplify: false };

async function countBoth(service: EventLogService, filters: INodeParameters) {
	const all = (await runNode(service, RAW)).items.map(({ json }, at): LoggedEvent => ({
		id: `event-${at}`,
		createdAtMs: 0,
		fields: json,
	}));
	const { items } = await runNode(service, { ...RAW, filters });
	const matches = createFilterCheck(parseFilters(parametersOf({ filters }), 'filters'));
	return { list: items.length, feed: all.filter(matches).length };
}

const filters = FILTERS_WITH_VALUE_LIST.filter((name) => name !== 'severity');

it.each(filters)(
	'whatever the list of %s offers matches the events that show it',
	async (filter) => {
		const isOfBoth = !['serviceName', 'serviceAccountName'].includes(filter);
		await fc.assert(
			fc.asyncProperty(anyLog, async (events) => {
				const service = await startEventLogService({ log: createEventLog(events) });
				for (const stored of await offers(service, filter)) {
					const { list, feed } = await countBoth(service, { [filter]: stored });
					expect(list).toBeGreaterThan(0);
					if (isOfBoth) expect(feed).toBe(list);
				}
				await service.close();
			}),
			{ numRuns: RUNS, seed: 20 },
		);
	},
);
