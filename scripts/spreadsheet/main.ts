import 'reflect-metadata';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { PackageDirectoryLoader } from 'n8n-core';
import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { DEFAULT_API_KEY, type EventLog, startEventLogService } from '../../sandbox/service';
import {
	createCredentialStore,
	createExecuteContext,
	readBinary,
} from '../../test/support/n8nContexts';
import { MONTH, PERIOD, TIMEZONE, eventsOfMonth, makeLog } from './month';
import { openInLibreOffice } from './openInLibreOffice';
import { HEADER, cellsOf, localTimeOf } from './shownEvent';

/** Runs the node as it was built, and gives the file and the manifest that it makes. */
async function runBuiltNode(baseUrl: string, parameters: INodeParameters) {
	const loader = new PackageDirectoryLoader(resolve(__dirname, '../..'));
	loader.loadNodeFromFile('dist/nodes/OrgEventLog/OrgEventLog.node.js');
	const node = NodeHelpers.getVersionedNodeType(loader.getNode('orgEventLog').type);
	const credential = createCredentialStore({
		...{ baseUrl, authentication: 'apiKey', apiKey: DEFAULT_API_KEY },
	});
	const options = { node, credential, parameters, timezone: TIMEZONE };
	const output = await createExecuteContext(options).run((context) => node.execute?.call(context));
	const [item] = Array.isArray(output) ? (output[0] ?? []) : [];
	assert(item?.binary?.data !== undefined, 'The node made no file');
	return { manifest: item.json, bytes: await readBinary(item.binary.data) };
}

/** What the second sheet has to say of the month; texts of which only some words are known are patterns. */
function expectedWords(log: EventLog, baseUrl: string) {
	const events = eventsOfMonth(log);
	const [first, last] = [events[0], events.at(-1)];
	const count = events.length.toLocaleString('en-US');
	const time = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d';
	return new Map<string, string | RegExp>([
		['Whose log', `${first?.orgName} (organization ${first?.orgId})`],
		['Service', baseUrl],
		['Period', `From ${MONTH.from} until just before ${MONTH.to}.`],
		['Timezone', `${TIMEZONE}. The column localTime shows its clocks.`],
		['Period in UTC', `From ${MONTH.fromUtc} until just before ${MONTH.toUtc}.`],
		['Events', `${count}.`],
		['Is it complete?', 'Yes. The report has every event of the period that the service showed.'],
		[
			'Does the log reach back?',
			`Yes, to the beginning of the period. The oldest event of the log is from ${localTimeOf(log.at(0))}.`,
		],
		["The service's own count", `${count} events, as many as were read for this report.`],
		['Malformed records', 'None.'],
		['Cut texts', 'None.'],
		['Filters', 'None.'],
		['Left out', 'Nothing.'],
		['Preset', 'None.'],
		['Order', 'Oldest first.'],
		['First event', `${first && localTimeOf(first)}, id ${first?.id}`],
		['Last event', `${last && localTimeOf(last)}, id ${last?.id}`],
		['Checksum of this file', /^It is in the manifest/],
		['Previous report', 'None is named.'],
		['Read', new RegExp(`^From ${time} to ${time}, by the clock of n8n\\.$`)],
		['Made', new RegExp(`^${time}, by the clock of n8n\\.$`)],
		['Made by', /^The workflow “.+” \(.+\), execution .+, in n8n with n8n-nodes-org-event-log/],
	]);
}

/** Has LibreOffice open a month's report of the built node, and compares every cell with the log: value, type and date. */
async function main(): Promise<void> {
	const log = makeLog();
	const service = await startEventLogService({ log });
	try {
		const month = { operation: 'export', ...PERIOD };
		const { manifest, bytes } = await runBuiltNode(service.baseUrl, month);
		assert.equal(manifest.sha256, createHash('sha256').update(bytes).digest('hex'));

		const sheets = openInLibreOffice(bytes);
		assert.deepEqual([...sheets.keys()].sort(), ['About this report', 'Events']);
		const [header = [], ...rows] = sheets.get('Events') ?? [];
		assert.deepEqual(
			header.map(({ shown }) => shown),
			HEADER,
		);
		const events = eventsOfMonth(log);
		assert.equal(rows.length, events.length);
		for (const [at, event] of events.entries()) assert.deepEqual(rows[at], cellsOf(event));

		const expected = expectedWords(log, service.baseUrl);
		const about = sheets.get('About this report') ?? [];
		assert.deepEqual(
			about.map(([label]) => label?.shown),
			[...expected.keys()],
		);
		for (const [label, words] of about) {
			const shown = words?.shown ?? '';
			const wanted = expected.get(label?.shown ?? '') ?? '';
			if (typeof wanted === 'string') assert.equal(shown, wanted);
			else assert.match(shown, wanted);
		}
		if (process.argv.includes('--print')) {
			for (const [label, words] of about) console.log(`${label?.shown}: ${words?.shown}`);
		}
		console.log(
			`${rows.length} rows of ${HEADER.length} cells are as the log has them, and ${about.length} lines say so`,
		);
	} finally {
		await service.close();
	}
}

void main();
