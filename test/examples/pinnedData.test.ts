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
		return items.map((item): [string, ExampleNode, typeof item] => [
			`${file}: ${name}`,
			node,
			item,
		]);
	}),
);
const ofOperation = (wanted: (node: ExampleNode) => boolean) =>
	samples.filter(([, node]) => node.type.includes('orgEventLog') && wanted(node));

const isBurst = ({ parameters }: ExampleNode) => parameters.emit === 'burst';
const isCount = ({ parameters }: ExampleNode) => parameters.operation === 'count';
const isFile = ({ parameters }: ExampleNode) => parameters.operation === 'export';
const isSummary = ({ parameters }: ExampleNode) => parameters.operation === 'summarize';
const isHeartbeat = ({ parameters: { options } }: ExampleNode) =>
	Object.keys(options ?? {}).includes('heartbeatMinutes');
const isEvents = (node: ExampleNode) =>
	![isBurst, isCount, isFile, isSummary, isHeartbeat].some((is) => is(node));

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

describe('samples', () => {
	it.each(ofOperation(isEvents))(
		'%s has the columns of its node, typed as they are',
		(_where, node, { json }) => {
			const event = withoutBesides(json);
			expect(Object.keys(event)).toEqual(columnsOf(node));
			const simplified = Object.entries(event).filter(([name]) => name in list.properties);
			expect(disagreements(Object.fromEntries(simplified), list, false)).toEqual([]);
		},
	);

	it.each(ofOperation(isBurst))('%s is a burst', (_where, _node, { json }) => {
		const told = withoutBesides(json);
		expect(disagreements(told, burst, false)).toEqual([]);
		expect(Object.keys(told)).toEqual(Object.keys(burst.properties));
		expect(json.events).toHaveLength(Number(json.count));
	});

	it.each(ofOperation(isCount))('%s is a count', (_where, _node, { json }) => {
		expect(disagreements(withoutBesides(json), count, false)).toEqual([]);
	});

	it.each(ofOperation(isHeartbeat))('%s is a sign of life', (_where, _node, { json }) => {
		const members = ['heartbeat', 'since', 'newestEvent', 'maxLateSeconds', 'polls'];
		expect(Object.keys(withoutBesides(json))).toEqual(members);
		expect(Object.keys(json.newestEvent ?? {})).toEqual(['id', 'createdAt']);
	});

	it.each(ofOperation(isSummary))('%s is a group of a summary', (_where, node, { json }) => {
		const { groupBy = [], interval } = node.parameters;
		const columns = Array.isArray(groupBy) ? groupBy : [];
		expect(Object.keys(withoutBesides(json))).toEqual([
			...columns,
			...(interval === 'none' ? [] : ['interval']),
			...['count', 'share', 'firstAt', 'lastAt'],
		]);
	});

	it.each(ofOperation(isFile))(
		'%s is a manifest with its file',
		async (_where, _node, { json, binary }) => {
			const bytes = Buffer.from(binary?.data?.data ?? '', 'base64');
			expect(json.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
			expect(json.events).toBe(
				json.format === 'ndjson'
					? bytes.toString('utf8').split('\n').length - 1
					: await countRows(bytes),
			);
		},
	);

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
