import 'reflect-metadata';
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { DateTime } from 'luxon';
import { PackageDirectoryLoader } from 'n8n-core';
import { NodeHelpers, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { textOf } from '../../nodes/OrgEventLog/events/event';
import { REPORT_COLUMNS } from '../../nodes/OrgEventLog/output/tableColumns';
import {
	DEFAULT_API_KEY,
	createEventLog,
	makeDevice,
	makeEvent,
	seededLog,
	startEventLogService,
} from '../../sandbox/service';
import {
	createCredentialStore,
	createExecuteContext,
	readBinary,
} from '../../test/support/n8nContexts';
import { type ShownCell, openInLibreOffice } from './openInLibreOffice';

const TIMEZONE = 'Europe/Berlin';
const START_MS = Date.UTC(2026, 9, 24, 22, 30);
const TWO_DAYS_MS = 2 * 86_400_000;

/** What spreadsheets take for something else in a CSV, or would run. */
const ODD_TEXTS = [
	...[
		'00012345',
		'3E5',
		'1/2',
		'TRUE',
		'12345678901234567890',
		'2026-10-03',
		'12:30',
		'1.5',
		'50%',
	],
	...['=1+1', '+1', '-1', '@SUM(A1)', "=cmd|' /C calc'!A0", "'quoted", '"quoted"', 'a;b,c\td'],
	...['  blanks  ', '😀 漢 ü', '<b>&amp;</b>', '_x0007_', 'x'.repeat(32_767)],
];

/** Two days in which the clocks go back, with odd texts at their end. */
function someEvents() {
	const log = seededLog({
		events: 2_000,
		seed: 5,
		startMs: START_MS,
		endMs: START_MS + TWO_DAYS_MS,
	});
	const odd = ODD_TEXTS.map((text, at) =>
		makeEvent({
			...{ id: `odd-${at}`, createdAtMs: START_MS + TWO_DAYS_MS + at, message: text, type: text },
			userPrincipal: { device: makeDevice({ serial_number: text, friendly_name: text }) },
		}),
	);
	return createEventLog([...log.all(), ...odd]);
}

/** What a person has to see of an event that the node gives as an item. */
function cellsOf(item: IDataObject): ShownCell[] {
	return REPORT_COLUMNS.map((name) => {
		if (name === 'localTime') {
			const time = DateTime.fromISO(textOf(item.createdAt) ?? '', { zone: TIMEZONE });
			return { shown: time.toFormat('yyyy-MM-dd HH:mm:ss'), isText: false };
		}
		const value = item[name];
		return typeof value === 'string'
			? { shown: name === 'message' ? value.replace(/[\r\n]+/g, ' ') : value, isText: true }
			: { shown: '', isText: false };
	});
}

/** Runs the node as it was built, and gives its items. */
async function runBuiltNode(baseUrl: string, parameters: INodeParameters) {
	const loader = new PackageDirectoryLoader(resolve(__dirname, '../..'));
	loader.loadNodeFromFile('dist/nodes/OrgEventLog/OrgEventLog.node.js');
	const node = NodeHelpers.getVersionedNodeType(loader.getNode('orgEventLog').type);
	const credential = createCredentialStore({
		...{ baseUrl, authentication: 'apiKey', apiKey: DEFAULT_API_KEY },
	});
	const options = { node, credential, parameters, timezone: TIMEZONE };
	const output = await createExecuteContext(options).run((context) => node.execute?.call(context));
	return Array.isArray(output) ? (output[0] ?? []) : [];
}

/** Has LibreOffice open a report of the built node, and compares every cell with the log: value, type and date. */
async function main(): Promise<void> {
	const service = await startEventLogService({ log: someEvents() });
	try {
		const read = { returnAll: true, options: { order: 'ASC' } };
		const file = { operation: 'export', fileFormat: 'xlsx' };
		const [report] = await runBuiltNode(service.baseUrl, file);
		const items = await runBuiltNode(service.baseUrl, read);
		const binary = report?.binary?.data;
		assert(binary !== undefined, 'The node made no file');
		const sheets = openInLibreOffice(await readBinary(binary));

		assert.deepEqual([...sheets.keys()].sort(), ['About this report', 'Events']);
		const [header = [], ...rows] = sheets.get('Events') ?? [];
		assert.deepEqual(
			header.map(({ shown }) => shown),
			[`localTime (${TIMEZONE})`, ...REPORT_COLUMNS.slice(1)],
		);
		assert.equal(rows.length, items.length);
		for (const [at, { json }] of items.entries()) assert.deepEqual(rows[at], cellsOf(json));
		const about = sheets.get('About this report') ?? [];
		const words = new Map(about.map(([label, said]) => [label?.shown, said?.shown]));
		assert.equal(words.get('Events'), '2,022.');
		assert.match(words.get('Is it complete?') ?? '', /^Yes\./);
		console.log(`${rows.length} rows of ${REPORT_COLUMNS.length} cells are as the log has them`);
	} finally {
		await service.close();
	}
}

void main();
