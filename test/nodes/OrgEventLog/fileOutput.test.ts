import { createHash } from 'node:crypto';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { PACKAGE } from '../../../nodes/OrgEventLog/output/manifest';
import { SIMPLIFIED_COLUMNS } from '../../../nodes/OrgEventLog/events/columns';
import {
	createEventLog,
	makeEvent,
	seededLog,
	startEventLogService,
	type EventLogService,
	type EventRecord,
} from '../../../sandbox/service';
import { readBinary, useBinaryFiles } from '../../support/n8nContexts';
import { parseCsv } from '../../support/parseCsv';
import { runNode } from './runNode';

const START_MS = Date.UTC(2024, 4, 1);
const MINUTE_MS = 60_000;
const EVENTS = 2_500;

const FEW = [0, 1, 2].map((ms) => makeEvent({ createdAtMs: START_MS + ms }));

async function fileOf(items: readonly INodeExecutionData[]): Promise<Buffer> {
	const property = items[0]?.binary?.data;
	if (property === undefined) throw new Error('No file');
	return await readBinary(property);
}

async function withLog(
	log: EventLogService['log'],
	test: (service: EventLogService) => Promise<void>,
) {
	const service = await startEventLogService({ log });
	try {
		await test(service);
	} finally {
		await service.close();
	}
}

const ID = SIMPLIFIED_COLUMNS.indexOf('id');

const FILE: INodeParameters = {
	operation: 'list',
	returnAll: true,
	output: 'file',
	options: { order: 'ASC' },
};

describe.each(['in memory', 'on disk'])('a file %s', (place) => {
	beforeAll(async () => {
		if (place === 'on disk') await useBinaryFiles();
	});

	it('has a manifest beside it that tells what it is', async () => {
		const log = seededLog({
			events: EVENTS,
			seed: 3,
			startMs: START_MS,
			endMs: START_MS + EVENTS * MINUTE_MS,
		});
		await withLog(log, async (service) => {
			const parameters = {
				...FILE,
				fileFormat: 'csv',
				timeRange: 'custom',
				after: START_MS,
				before: START_MS + 1_500 * MINUTE_MS,
				filters: {
					severity: 'INFO',
					type: 'Access|Registration',
					startTime: '1714521600000000001',
				},
				byteOrderMark: true,
				options: { order: 'DESC', pageSize: 100 },
			};
			const { items } = await runNode(service, parameters, { timezone: 'Europe/Berlin' });
			const file = await fileOf(items);
			const records = parseCsv(String(file).slice(1)).slice(1);
			const matching = log
				.all()
				.filter(
					({ createdAtMs }) => createdAtMs < START_MS + 1_500 * MINUTE_MS && createdAtMs > START_MS,
				)
				.filter(({ severity }) => severity !== 'DEBUG')
				.filter(({ type }) => type === 'Access' || type === 'Registration')
				.reverse();

			expect(file.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
			expect(records.map((record) => record[ID])).toEqual(matching.map(({ id }) => id));
			const mark = (event?: EventRecord) => ({
				id: event?.id,
				createdAt: new Date(event?.createdAtMs ?? 0).toISOString(),
			});
			const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;
			const [item] = items;
			expect(item?.pairedItem).toEqual({ item: 0 });
			expect(item?.json).toEqual({
				from: '2024-05-01T00:00:00.000Z',
				to: '2024-05-02T01:00:00.000Z',
				toIsExclusive: true,
				timezone: 'Europe/Berlin',
				fromLocal: '2024-05-01T02:00:00.000+02:00',
				toLocal: '2024-05-02T03:00:00.000+02:00',
				filters: {
					type: ['Access', 'Registration'],
					minimumSeverity: 'INFO',
					startTime: '1714521600000000001',
				},
				exclude: {},
				preset: 'none',
				order: 'DESC',
				operation: 'list',
				limit: null,
				sample: null,
				complete: true,
				logBegins: mark(log.all()[0]).createdAt,
				coversStart: (log.all()[0]?.createdAtMs ?? NaN) <= START_MS,
				events: matching.length,
				// How the service reads nanoseconds is for its List to show.
				serviceCount: null,
				firstEvent: mark(matching[0]),
				lastEvent: mark(matching[matching.length - 1]),
				organizations: [{ id: matching[0]?.orgId, name: matching[0]?.orgName }],
				service: service.baseUrl,
				format: 'csv',
				columns: SIMPLIFIED_COLUMNS,
				fileName: 'events_20240501T000000Z_20240502T010000Z.csv',
				bytes: file.length,
				sha256: createHash('sha256').update(file).digest('hex'),
				previousSha256: null,
				readFrom: timestamp,
				readTo: timestamp,
				generatedAt: timestamp,
				workflow: { id: 'workflow-1', name: 'Workflow under test' },
				execution: { id: 'execution-1' },
				package: PACKAGE,
			});
		});
	});

	it.each([1, FEW.length, 50])(
		'says that a Limit of %i may have left something out, whether it has or not',
		async (limit) => {
			await withLog(createEventLog(FEW), async (service) => {
				const { items } = await runNode(service, { ...FILE, returnAll: false, limit });
				const events = Math.min(limit, FEW.length);
				expect(items[0]?.json).toMatchObject({ limit, complete: false, events });
			});
		},
	);

	it.each(['csv', 'ndjson'])('of no event, as %s, is a file all the same', async (fileFormat) => {
		await withLog(createEventLog(), async (service) => {
			const { items } = await runNode(service, { ...FILE, operation: 'feed', fileFormat });
			const expected = fileFormat === 'csv' ? `${SIMPLIFIED_COLUMNS.join(',')}\r\n` : '';

			expect(String(await fileOf(items))).toBe(expected);
			expect(items[0]?.json).toMatchObject({
				events: 0,
				firstEvent: null,
				lastEvent: null,
				filters: {},
			});
		});
	});

	it.each([
		['simplified CSV', { fileFormat: 'csv' }],
		['CSV of every field', { fileFormat: 'csv', simplify: false }],
		['NDJSON', { fileFormat: 'ndjson' }],
	])('that could not be read to its end is no file: %s', async (_name, format) => {
		const log = seededLog({
			events: EVENTS,
			seed: 3,
			startMs: START_MS,
			endMs: START_MS + EVENTS * MINUTE_MS,
		});
		await withLog(log, async (service) => {
			const parameters = { ...FILE, ...format, options: { pageSize: 500 } };
			service.failNext({ status: 403 }, { match: 'list', after: 2, times: 1 });
			await expect(runNode(service, parameters)).rejects.toMatchObject({ httpCode: '403' });

			service.failNext({ status: 403 }, { match: 'list', after: 2, times: 1 });
			const { items } = await runNode(service, parameters, { continueOnFail: true });
			expect(items).toHaveLength(1);
			expect(items[0]).not.toHaveProperty('binary');
			expect(items[0]?.json).toHaveProperty('error');
		});
	});
});
