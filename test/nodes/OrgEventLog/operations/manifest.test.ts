import type { INodeParameters } from 'n8n-workflow';
import type { EventLogService, EventRecord } from '../../../../sandbox/service';
import { createEventLog, makeEvent, startEventLogService } from '../../../../sandbox/service';
import { runNode } from '../runNode';

const START_MS = Date.UTC(2024, 4, 1);
const SECOND_MS = 1_000;
let service: EventLogService;
afterEach(async () => await service.close());

function atSecond(second: number, overrides: Partial<EventRecord> = {}): EventRecord {
	return makeEvent({ createdAtMs: START_MS + second * SECOND_MS, ...overrides });
}

const EVENTS = [atSecond(0), atSecond(1)];

async function manifestOf(parameters: INodeParameters = {}) {
	const file = { operation: 'export', fileFormat: 'ndjson' };
	const { items } = await runNode(service, { ...file, ...parameters });
	return items[0]?.json ?? {};
}

it('serviceCount is null where Count can not be asked, and the file is there all the same', async () => {
	service = await startEventLogService({ log: createEventLog(EVENTS) });
	service.failNext({ status: 403 }, { match: 'count', times: 100 });

	expect(await manifestOf()).toMatchObject({ serviceCount: null, events: EVENTS.length });
});

it('names every organization that an event of the file bears', async () => {
	const others = [
		atSecond(50, { orgId: 'b', orgName: 'B' }),
		atSecond(60, { orgId: 'c', orgName: 'C' }),
	];
	service = await startEventLogService({ log: createEventLog([...EVENTS, ...others]) });
	const { orgId: id, orgName: name } = EVENTS[0] ?? {};

	expect((await manifestOf()).organizations).toEqual([
		{ id, name },
		{ id: 'b', name: 'B' },
		{ id: 'c', name: 'C' },
	]);
	const after = START_MS + 2 * SECOND_MS;
	const range = { timeRange: 'custom', after, before: START_MS + 51 * SECOND_MS };
	expect((await manifestOf(range)).organizations).toEqual([{ id: 'b', name: 'B' }]);
});

it('bears the SHA-256 of the file before in small letters, and refuses what is none', async () => {
	service = await startEventLogService({ log: createEventLog(EVENTS) });
	const previousSha256 = 'ab'.repeat(32);
	const capitals = { options: { previousSha256: previousSha256.toUpperCase() } };

	expect(await manifestOf(capitals)).toMatchObject({ previousSha256 });
	await expect(manifestOf({ options: { previousSha256: 'abc' } })).rejects.toThrow(
		/^'Previous SHA-256'/,
	);
});
