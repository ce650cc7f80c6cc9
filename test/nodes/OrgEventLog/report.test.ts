import { createHash } from 'node:crypto';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import {
	createEventLog,
	makeDevice,
	makeEvent,
	startEventLogService,
	type EventLogService,
} from '../../../sandbox/service';
import { readBinary } from '../../support/n8nContexts';
import { parseCsv } from '../../support/parseCsv';
import { readWorkbook } from '../../support/readWorkbook';
import { runNode, runOver } from './runNode';

const FIRST_MS = Date.UTC(2026, 8, 30, 22, 5, 9, 999);
const ORGANIZATION = { orgId: 'org-7', orgName: 'Acme & Sons' };
const EVENTS = [
	makeEvent({
		...{ ...ORGANIZATION, id: 'e1', createdAtMs: FIRST_MS, externalId: '12345678901234567890' },
		...{ severity: 'ERROR', type: 'Access', subType: 'Connection', action: 'Deny', result: '' },
		message: 'two\r\nlines',
		userPrincipal: {
			user: { email: 'ada@example.com', groups: ['a', 'b'], roles: [] },
			device: makeDevice({ friendly_name: 'TRUE', serial_number: '00012345' }),
		},
		extra: { service: { name: '=cmd|A0' }, trustscore: { score: 7 } },
	}),
	// After the clocks have gone back.
	makeEvent({
		...{ ...ORGANIZATION, id: 'e2', createdAtMs: Date.UTC(2026, 9, 31, 12), message: '+1' },
		...{ severity: 'INFO', type: '3E5', subType: '1/2', action: 'Grant', result: 'OK' },
		userPrincipal: null,
	}),
];

let service: EventLogService;

beforeAll(async () => {
	service = await startEventLogService({ log: createEventLog(EVENTS) });
});
afterAll(async () => await service.close());

async function bytesOf([item]: readonly INodeExecutionData[]): Promise<Buffer> {
	return item?.binary?.data ? await readBinary(item.binary.data) : Buffer.alloc(0);
}

async function reportOf(parameters: INodeParameters) {
	const file = { operation: 'export', ...parameters };
	const { items } = await runNode(service, file, { timezone: 'Europe/Berlin' });
	return { json: items[0]?.json ?? {}, bytes: await bytesOf(items) };
}

/** What the second sheet of a report says under each label. */
async function wordsIn(workbook: Buffer): Promise<Record<string, unknown>> {
	const about = (await readWorkbook(workbook))[1];
	return Object.fromEntries(about?.rows.map(([label, words]) => [String(label), words]) ?? []);
}

const wordsOf = async (parameters: INodeParameters) =>
	await wordsIn((await reportOf({ fileFormat: 'xlsx', ...parameters })).bytes);

const OCTOBER = {
	timeRange: 'custom',
	after: '2026-10-01T00:00:00+02:00',
	before: '2026-11-01T00:00:00+01:00',
};
const TEXTS = [
	[
		...['2026-09-30T22:05:09.999Z', 'ERROR', 'ada@example.com', 'TRUE', '00012345', null],
		...['=cmd|A0', 'Access', 'Connection', 'Deny', null, 'two lines'],
		...['e1', '12345678901234567890'],
	],
	[
		...['2026-10-31T12:00:00.000Z', 'INFO', null, null, null, null],
		...[null, '3E5', '1/2', 'Grant', 'OK', '+1', 'e2', null],
	],
];
const NAMES = [
	...['createdAt', 'severity', 'userEmail', 'deviceName', 'serialNumber', 'ipAddress', 'service'],
	...['type', 'subType', 'action', 'result', 'message', 'id', 'externalId'],
];

it('an XLSX file has times of the workflow as dates, and everything else as the text that it is', async () => {
	const { json, bytes } = await reportOf({ fileFormat: 'xlsx', ...OCTOBER });
	const [events, about, ...others] = await readWorkbook(bytes);

	expect(events).toEqual({
		name: 'Events',
		rows: [
			['localTime (Europe/Berlin)', ...NAMES],
			[new Date('2026-10-01T00:05:09Z'), ...(TEXTS[0] ?? [])],
			[new Date('2026-10-31T13:00:00Z'), ...(TEXTS[1] ?? [])],
		],
	});
	expect([about?.name, others]).toEqual(['About this report', []]);
	expect(json).toMatchObject({
		...{ fileName: 'events_2026-10.xlsx', format: 'xlsx', cutCells: 0, bytes: bytes.length },
		columns: ['localTime', ...NAMES],
		sha256: createHash('sha256').update(bytes).digest('hex'),
	});
});

it('a CSV file has the same, with a mark that it is UTF-8, and harmless formulas', async () => {
	const { json, bytes } = await reportOf({ fileFormat: 'csv', ...OCTOBER });
	const harmless = (cell: string | null) => {
		return cell !== null && /^[=+]/.test(cell) ? `'${cell}` : (cell ?? '');
	};

	expect(bytes.toString()[0]).toBe('\uFEFF');
	expect(parseCsv(bytes.toString().slice(1))).toEqual([
		['localTime', ...NAMES],
		['2026-10-01 00:05:09', ...(TEXTS[0] ?? []).map(harmless)],
		['2026-10-31 13:00:00', ...(TEXTS[1] ?? []).map(harmless)],
	]);
	expect(json).toMatchObject({ fileName: 'events_2026-10.csv', format: 'csv' });
	expect(json).not.toHaveProperty('cutCells');
});

it.each(['csv', 'xlsx'])(
	'with Simplify off, %s has documented fields by their paths and the others in one',
	async (fileFormat) => {
		const { bytes } = await reportOf({ fileFormat, simplify: false });
		const [header = [], row = []] =
			fileFormat === 'csv'
				? parseCsv(bytes.toString().slice(1))
				: ((await readWorkbook(bytes))[0]?.rows ?? []);
		const cell = (name: string) => row[header.indexOf(name)];

		expect(header.slice(0, 3)).toEqual(['id', 'org_id', 'org_name']);
		expect(header.at(-1)).toBe('otherFields');
		expect(cell('message')).toBe('two\r\nlines');
		expect(cell('created_at')).toBe(String(FIRST_MS));
		expect(cell('user_principal.device.serial_number')).toBe('00012345');
		expect(cell('user_principal.user.groups')).toBe('["a","b"]');
		expect(JSON.parse(String(cell('otherFields')))).toMatchObject({ trustscore: { score: 7 } });
	},
);

it('columns that somebody chose can have the local time wherever it is wanted', async () => {
	const { bytes } = await reportOf({
		...{ fileFormat: 'xlsx', simplify: true, columns: ['id', 'localTime', 'severityLevel'] },
	});

	expect((await readWorkbook(bytes))[0]?.rows).toEqual([
		['id', 'localTime (Europe/Berlin)', 'severityLevel'],
		['e1', new Date('2026-10-01T00:05:09Z'), '4'],
		['e2', new Date('2026-10-31T13:00:00Z'), '2'],
	]);
});

/** The next night, when the month is over. */
function waitForNovember(): void {
	const real = ['nextTick', 'setImmediate', 'setInterval', 'setTimeout', 'queueMicrotask'] as const;
	jest.useFakeTimers({
		now: Date.UTC(2026, 10, 1, 4),
		doNotFake: [...real, 'clearImmediate', 'clearInterval', 'clearTimeout'],
	});
}
afterEach(() => jest.useRealTimers());

it('the second sheet answers whose, which period, is it all, who made it, and how to check it', async () => {
	waitForNovember();
	const words = await wordsOf(OCTOBER);

	expect(words).toEqual({
		'Whose log': 'Acme & Sons (organization org-7)',
		Service: service.baseUrl,
		Period: 'From 2026-10-01 00:00:00 until just before 2026-11-01 00:00:00.',
		Timezone: 'Europe/Berlin. The column localTime shows its clocks.',
		'Period in UTC': 'From 2026-09-30T22:00:00.000Z until just before 2026-10-31T23:00:00.000Z.',
		Events: '2.',
		'Is it complete?': 'Yes. The report has every event of the period that the service showed.',
		'Does the log reach back?':
			'No, not to the beginning of the period. The oldest event of the log is from 2026-10-01 00:05:09. Older events may have been deleted, or the log may have started then.',
		"The service's own count": '2 events, as many as were read for this report.',
		'Malformed records': 'None.',
		'Cut texts': 'None.',
		Filters: 'None.',
		'Left out': 'Nothing.',
		Preset: 'None.',
		Order: 'Oldest first.',
		'First event': '2026-10-01 00:05:09, id e1',
		'Last event': '2026-10-31 13:00:00, id e2',
		'Checksum of this file':
			'It is in the manifest, which the sender has beside this file: no file can hold its own.',
		'Previous report': 'None is named.',
		Read: expect.stringMatching(
			/^From [\d-]{10} [\d:]{8} to [\d-]{10} [\d:]{8}, by the clock of n8n\.$/,
		) as string,
		Made: expect.stringMatching(/^[\d-]{10} [\d:]{8}, by the clock of n8n\.$/) as string,
		'Made by':
			'The workflow “Workflow under test” (workflow-1), execution execution-1, in n8n with n8n-nodes-org-event-log 0.1.0.',
	});
});

it('the second sheet says what was chosen, and what therefore is missing', async () => {
	const words = await wordsOf({
		...{ options: { limit: 1 }, preset: 'warningsAndErrors' },
		filters: { type: 'Access|Audit' },
		exclude: { action: 'Grant' },
	});

	expect(words).toMatchObject({
		Period: 'From the beginning of the log until the report was read.',
		'Is it complete?': 'No. It has at most 1 event, because of a limit.',
		'Does the log reach back?':
			'The period has no beginning. The oldest event of the log is from 2026-10-01 00:05:09.',
		Filters: 'Minimum Severity: WARN\nType: Access, Audit',
		'Left out': 'Action: Grant',
		Preset: expect.stringMatching(/^Warnings and Errors\. /) as string,
	});
	expect((await wordsOf({ filters: { type: 'Nothing' } }))['First event']).toBe(
		'The report has no events.',
	);
	for (const sampleSize of [1, 25]) {
		const options = { order: 'ASC', sampleSize, sampleSeed: 's' };
		expect((await wordsOf({ options }))['Is it complete?']).toBe(
			`No. It is a random sample of ${Math.min(sampleSize, 2)} of 2 events, drawn with the seed “s”.`,
		);
	}
});

it('the second sheet says that a period was not over, whose filters an event had to pass, and that no event names an organization', async () => {
	const range = { timeRange: 'custom', before: '2100-01-01' };
	const file = { operation: 'export', fileFormat: 'xlsx', ...range, preset: 'refusedAccess' };
	const nobodys = makeEvent({ id: 'e4', orgId: '', orgName: '' });
	expect(await wordsIn(await bytesOf(await runOver([nobodys], file)))).toMatchObject({
		'Is it complete?':
			'Yes. The report has every event of the period that the service showed and that the preset and the filters select. But the period was not over when the report was read: later events are not in it.',
		'Whose log': 'No event in this report names an organization.',
	});
});
