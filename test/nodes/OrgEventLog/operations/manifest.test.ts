import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { PACKAGE } from '../../../../nodes/OrgEventLog/output/manifest';
import {
	createEventLog,
	makeEvent,
	startEventLogService,
	type EventLogService,
	type EventRecord,
	type ServiceBehaviour,
} from '../../../../sandbox/service';
import { runNode } from '../runNode';

const START_MS = Date.UTC(2024, 4, 1);
const SECOND_MS = 1_000;
const EVENTS = 40;
let service: EventLogService | undefined;

afterEach(async () => {
	await service?.close();
	service = undefined;
});

function atSecond(second: number, overrides: Partial<EventRecord> = {}): EventRecord {
	return makeEvent({ createdAtMs: START_MS + second * SECOND_MS, ...overrides });
}

const PAIRS = Array.from({ length: EVENTS }, (_, index) =>
	atSecond(Math.floor(index / 2), { severity: index % 2 === 0 ? 'INFO' : 'ERROR' }),
);

async function start(events = PAIRS, behaviour: Partial<ServiceBehaviour> = {}) {
	service = await startEventLogService({ log: createEventLog(events), behaviour });
	return service;
}

async function manifestOf(parameters: INodeParameters = {}) {
	if (service === undefined) throw new Error('Start the service first');
	const file = { output: 'file', fileFormat: 'ndjson', returnAll: true };
	const { items } = await runNode(service, { ...file, ...parameters });
	return items[0]?.json ?? {};
}

const between = (from: number, to: number): INodeParameters => ({
	timeRange: 'custom',
	after: START_MS + from * SECOND_MS,
	before: START_MS + to * SECOND_MS,
});

describe.each(['exclusive', 'inclusive'] as const)('with bounds that are %s', (listBounds) => {
	it.each([
		['of everything', {}, EVENTS],
		['of a range, whose edges hold events', between(3, 9), 12],
		['of one instant', between(3, 4), 2],
		['of an instant at the start of the log', between(0, 1), 2],
		['of no event', { ...between(3, 9), filters: { type: 'none' } }, 0],
		['of filters', { ...between(3, 9), filters: { severity: 'WARN' } }, 6],
		['of a preset that is a severity', { preset: 'warningsAndErrors' }, EVENTS / 2],
		['of Feed', { operation: 'feed', ...between(3, 9) }, 12],
		['beside a sample', { ...between(3, 9), options: { sampleSize: 2 } }, 12],
		['beside a Limit', { ...between(3, 9), returnAll: false, limit: 5 }, 12],
	])('serviceCount is what Count says: %s', async (_name, parameters, count) => {
		await start(PAIRS, { listBounds });

		expect(await manifestOf(parameters)).toMatchObject({ serviceCount: count });
	});
});

it.each<[string, INodeParameters, Partial<ServiceBehaviour>]>([
	['a preset that n8n picks out', { preset: 'refusedAccess' }, {}],
	['a subtype without a type', { filters: { subType: 'Device' } }, {}],
	['a Count that stops at some number', {}, { countCap: 30 }],
	['a Count that stops, beside a Limit', { returnAll: false, limit: 5 }, { countCap: 30 }],
])('serviceCount is null with %s', async (_name, parameters, behaviour) => {
	await start(PAIRS, behaviour);

	expect(await manifestOf(parameters)).toMatchObject({ serviceCount: null });
});

it('serviceCount is null where Count can not be asked, and the file is there all the same', async () => {
	const service = await start();
	service.failNext({ status: 403 }, { match: 'count', times: 100 });

	expect(await manifestOf()).toMatchObject({ serviceCount: null, events: EVENTS });
});

it('serviceCount shows events that only Count knows', async () => {
	await start(PAIRS, { countLags: 3 });

	expect(await manifestOf()).toMatchObject({ serviceCount: EVENTS - 3, events: EVENTS });
});

it('says where the log begins, and whether that covers the range', async () => {
	await start();
	const logBegins = new Date(START_MS).toISOString();

	expect(await manifestOf(between(-1, 9))).toMatchObject({ logBegins, coversStart: false });
	expect(await manifestOf(between(0, 9))).toMatchObject({ logBegins, coversStart: true });
	expect(await manifestOf()).toMatchObject({ logBegins: null, coversStart: null });
});

it('names every organization that an event of the file bears', async () => {
	const others = [
		atSecond(50, { orgId: 'b', orgName: 'B' }),
		atSecond(60, { orgId: 'c', orgName: 'C' }),
	];
	await start([...PAIRS, ...others]);
	const { orgId: id, orgName: name } = PAIRS[0] ?? {};

	expect((await manifestOf()).organizations).toEqual([
		{ id, name },
		{ id: 'b', name: 'B' },
		{ id: 'c', name: 'C' },
	]);
	expect((await manifestOf(between(50, 51))).organizations).toEqual([{ id: 'b', name: 'B' }]);
});

it('bears the SHA-256 of the file before, which is refused where it is none', async () => {
	await start();
	const previousSha256 = 'ab'.repeat(32);

	expect(
		await manifestOf({ options: { previousSha256: previousSha256.toUpperCase() } }),
	).toMatchObject({
		previousSha256,
	});
	expect(await manifestOf({ options: { previousSha256: '' } })).toMatchObject({
		previousSha256: null,
	});
	await expect(manifestOf({ options: { previousSha256: 'abc' } })).rejects.toThrow(
		/^'Previous SHA-256'/,
	);
});

it('of a file that Limit cut says what was skipped', async () => {
	await start();
	const cut = { returnAll: false, limit: 5, options: { skip: 2 } };

	expect(await manifestOf(cut)).toMatchObject({
		limit: 5,
		skip: 2,
		complete: false,
		columns: null,
	});
});

it('names the package as package.json does', () => {
	const json = readFileSync(join(__dirname, '../../../../package.json'), 'utf8');
	expect(JSON.parse(json)).toMatchObject(PACKAGE);
});
