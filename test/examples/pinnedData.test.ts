import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { SIMPLIFIED_COLUMNS } from '../../nodes/OrgEventLog/events/columns';
import { memberOf } from '../../nodes/OrgEventLog/json/jsonValues';
import { REPORT_COLUMNS } from '../../nodes/OrgEventLog/output/tableColumns';
import burst from '../../nodes/OrgEventLog/__schema__/v1.0.0/burst.json';
import count from '../../nodes/OrgEventLog/__schema__/v1.0.0/event/count.json';
import list from '../../nodes/OrgEventLog/__schema__/v1.0.0/event/list.json';
import { disagreements } from '../support/previewSchema';
import { readWorkbook } from '../support/readWorkbook';
import type { ExampleNode } from './exampleWorkflows';
import { examples } from './exampleWorkflows';

/** By these a sample differs: the mark that it is one, and what the trigger adds where it held events back. */
const BESIDES = ['isSample', 'suppressed'];

function withoutBesides(json: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(json).filter(([name]) => !BESIDES.includes(name)));
}

const samples = examples.flatMap(([file, { nodes, pinData }]) =>
	Object.entries(pinData).flatMap(([name, items]) => {
		const node = nodes.find((one) => one.name === name);
		if (node === undefined) throw new Error(`${file} has samples for ${name}, which is not there`);
		return items.map((one): [string, ExampleNode, typeof one] => [`${file}: ${name}`, node, one]);
	}),
);
const ofOwnNodes = samples.filter(([, { type }]) => type.includes('orgEventLog'));

function columnsOf({ parameters }: ExampleNode): readonly string[] {
	const columns = parameters.columns ?? memberOf(parameters.options, 'columns');
	return Array.isArray(columns) ? columns.map(String) : SIMPLIFIED_COLUMNS;
}

/** Of a workbook, below the header of a report. */
async function countRows(bytes: Buffer): Promise<number> {
	const [[header, ...rows] = []] = (await readWorkbook(bytes)).map((sheet) => sheet.rows);
	expect(header).toEqual(['localTime (UTC)', ...REPORT_COLUMNS.slice(1)]);
	return rows.length;
}

/** Checks what is pinned of a kind: its members, without what a sample has besides, and its file. */
const CHECKS = {
	events: (own, node) => {
		expect(Object.keys(own)).toEqual(columnsOf(node));
		const simplified = Object.entries(own).filter(([name]) => name in list.properties);
		expect(disagreements(Object.fromEntries(simplified), list, false)).toEqual([]);
	},
	burst: (own) => {
		expect(disagreements(own, burst, false)).toEqual([]);
		expect(Object.keys(own)).toEqual(Object.keys(burst.properties));
		expect(own.events).toHaveLength(Number(own.count));
	},
	count: (own) => expect(disagreements(own, count, false)).toEqual([]),
	heartbeat: (own) => {
		const members = ['heartbeat', 'since', 'newestEvent', 'maxLateSeconds', 'polls'];
		expect(Object.keys(own)).toEqual(members);
		expect(Object.keys(own.newestEvent ?? {})).toEqual(['id', 'createdAt']);
	},
	summarize: (own, { parameters: { groupBy, interval } }) => {
		const columns = Array.isArray(groupBy) ? groupBy : [];
		const between = interval === 'none' ? [] : ['interval'];
		const figures = ['count', 'share', 'firstAt', 'lastAt'];
		expect(Object.keys(own)).toEqual([...columns, ...between, ...figures]);
	},
	export: async (own, _node, bytes) => {
		expect(own.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
		const lines = bytes.toString('utf8').split('\n').length - 1;
		expect(own.events).toBe(own.format === 'ndjson' ? lines : await countRows(bytes));
	},
} satisfies Record<string, (own: IDataObject, node: ExampleNode, bytes: Buffer) => unknown>;

function kindOf({ parameters: { emit, operation, options } }: ExampleNode): keyof typeof CHECKS {
	if (emit === 'burst') return emit;
	if (Object.keys(options ?? {}).includes('heartbeatMinutes')) return 'heartbeat';
	return operation === 'count' || operation === 'export' || operation === 'summarize'
		? operation
		: 'events';
}

describe('samples', () => {
	it.each(ofOwnNodes)('%s is what its node gives', async (_where, node, { json, binary }) => {
		const bytes = Buffer.from(binary?.data?.data ?? '', 'base64');
		await CHECKS[kindOf(node)](withoutBesides(json), node, bytes);
	});

	it('are there for whatever reads the log, but for the agent’s tool', () => {
		const reading = examples.flatMap(([file, { nodes, pinData }]) =>
			nodes
				.filter(({ type }) => /orgEventLog(?:Trigger)?$/.test(type))
				.filter(({ name }) => pinData[name] === undefined)
				.map(({ name }) => `${file}: ${name}`),
		);
		expect(reading).toEqual([]);
	});
});
