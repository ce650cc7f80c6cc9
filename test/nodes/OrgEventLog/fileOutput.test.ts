import { createHash } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { PACKAGE } from '../../../nodes/OrgEventLog/output/manifest';
import { REPORT_COLUMNS } from '../../../nodes/OrgEventLog/output/tableColumns';
import { seededLog, startEventLogService, type EventLogService } from '../../../sandbox/service';
import { readBinary, useBinaryFiles } from '../../support/n8nContexts';
import { runNode } from './runNode';

const START_MS = Date.UTC(2024, 4, 1);
const MINUTE_MS = 60_000;
const EVENTS = 2_500;

let service: EventLogService;

beforeAll(async () => {
	const endMs = START_MS + EVENTS * MINUTE_MS;
	const log = seededLog({ events: EVENTS, seed: 3, startMs: START_MS, endMs });
	service = await startEventLogService({ log });
});
afterAll(async () => await service.close());

const FILE: INodeParameters = { operation: 'export', fileFormat: 'csv' };

it('a file has a manifest beside it that tells what it is, and nothing else', async () => {
	const parameters = {
		...{ ...FILE, fileFormat: 'csv', timeRange: 'custom' },
		...{ after: START_MS, before: START_MS + 1_500 * MINUTE_MS },
		filters: { severity: 'INFO', type: 'Access|Registration', startTime: '1714521600000000001' },
	};
	const { items } = await runNode(service, parameters, { timezone: 'Europe/Berlin' });
	const [item] = items;
	const file = item?.binary?.data && (await readBinary(item.binary.data));
	const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;
	const event = { id: expect.any(String) as string, createdAt: timestamp };
	const oldest = service.log.all()[0]?.createdAtMs ?? NaN;

	const expected = {
		fileName: 'events_2024-05-01T02.00.00_2024-05-02T03.00.00.csv',
		events: expect.any(Number) as number,
		complete: true,
		coversStart: oldest <= START_MS,
		sha256: createHash('sha256')
			.update(file ?? '')
			.digest('hex'),
		from: '2024-05-01T00:00:00.000Z',
		to: '2024-05-02T01:00:00.000Z',
		timezone: 'Europe/Berlin',
		operation: 'list',
		filters: {
			type: ['Access', 'Registration'],
			minimumSeverity: 'INFO',
			startTime: '1714521600000000001',
		},
		exclude: {},
		preset: 'none',
		order: 'ASC',
		limit: null,
		sample: null,
		malformedRecords: { count: 0, why: [] },
		firstEvent: event,
		lastEvent: event,
		logBegins: new Date(oldest).toISOString(),
		// How the service reads nanoseconds is for its List to show.
		serviceCount: null,
		service: service.baseUrl,
		organizations: [{ id: expect.any(String) as string, name: expect.any(String) as string }],
		format: 'csv',
		columns: REPORT_COLUMNS,
		bytes: file?.length,
		previousSha256: null,
		readFrom: timestamp,
		readTo: timestamp,
		generatedAt: timestamp,
		workflow: { id: 'workflow-1', name: 'Workflow under test' },
		execution: { id: 'execution-1' },
		package: PACKAGE,
	};
	expect(item?.json).toEqual(expected);
	expect(Object.keys(item?.json ?? {})).toEqual(Object.keys(expected));
});

describe.each(['in memory', 'on disk'])('a file %s', (place) => {
	beforeAll(async () => {
		if (place === 'on disk') await useBinaryFiles();
	});

	it.each([
		['simplified CSV', { fileFormat: 'csv' }],
		['CSV of every field', { fileFormat: 'csv', simplify: false }],
		['NDJSON', { fileFormat: 'ndjson' }],
		['XLSX', { fileFormat: 'xlsx' }],
	])('that could not be read to its end is no file: %s', async (_name, format) => {
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
