import { createHash } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import {
	seededLog,
	startEventLogService,
	type EventLogService,
	type EventRecord,
} from '../../../../sandbox/service';
import { readBinary } from '../../../support/n8nContexts';
import { idsOf, runNode } from '../runNode';

const START_MS = Date.UTC(2024, 4, 1);
let service: EventLogService;
let log: EventRecord[];

beforeAll(async () => {
	service = await startEventLogService({
		log: seededLog({ events: 300, seed: 7, startMs: START_MS, endMs: START_MS + 3_600_000 }),
		behaviour: { tieOrder: 'shuffled' },
	});
	log = service.log.all();
});
afterAll(async () => await service.close());

/** The ids that a sample holds, in no order. */
function drawn(events: readonly EventRecord[], size: number, seed: string): string[] {
	const drawOf = (id: string) =>
		createHash('sha256')
			.update(seed + id)
			.digest('hex');
	return events
		.map(({ id }) => id)
		.sort((one, other) => (drawOf(one) < drawOf(other) ? -1 : 1))
		.slice(0, size);
}

async function sampled(parameters: INodeParameters, options: INodeParameters) {
	return await runNode(service, { returnAll: true, ...parameters, options });
}

it.each(['list', 'feed'])('of %s is the same however it is read', async (operation) => {
	const sample = { sampleSize: 40, sampleSeed: 'Audit 2024-05' };
	const { items, notes } = await sampled({ operation }, sample);
	const ids = idsOf(items);

	expect([...ids].sort()).toEqual(drawn(log, 40, 'Audit 2024-05').sort());
	const times = items.map(({ json }) => json.createdAt);
	expect(times).toEqual([...times].sort().reverse());
	expect(notes).toEqual([
		'A random sample of 40 of 300 events. The same Sample Seed selects the same events',
	]);
	for (const more of [
		{ pageSize: 50 },
		{ maxParallelRequests: 1, pageSize: 30 },
		{ maxParallelRequests: 16, pageSize: 10 },
	]) {
		expect(idsOf((await sampled({ operation }, { ...sample, ...more })).items)).toEqual(ids);
	}
	const oldestFirst = await sampled({ operation }, { ...sample, order: 'ASC' });
	expect(oldestFirst.items.map(({ json }) => json.createdAt)).toEqual([...times].reverse());
	const other = await sampled({ operation }, { ...sample, sampleSeed: 'Audit 2024-06' });
	expect(idsOf(other.items)).not.toEqual(ids);
});

it('is drawn from what passes, into a file, too', async () => {
	const parameters = { output: 'file', fileFormat: 'ndjson', filters: { severity: 'WARN' } };
	const { items } = await sampled(parameters, { sampleSize: 9 });

	const passing = log.filter(({ severity }) => severity === 'WARN' || severity === 'ERROR');
	const data = items[0]?.binary?.data;
	if (data === undefined) throw new Error('No file');
	const lines = String(await readBinary(data))
		.trim()
		.split('\n');
	const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id);
	expect(ids.sort()).toEqual(drawn(passing, 9, '').sort());
	expect(items[0]?.json).toMatchObject({
		events: 9,
		complete: false,
		sample: { size: 9, seed: '', of: passing.length },
		serviceCount: passing.length,
	});
});

it('is refused by name without Return All, before any request', async () => {
	service.requests.length = 0;

	await expect(sampled({ returnAll: false }, { sampleSize: 5 })).rejects.toThrow(/^'Sample Size'/);
	expect(service.requests).toEqual([]);
});
