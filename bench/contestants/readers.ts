import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { digestOf, idOf, type IdDigest } from '../ids';
import { CREDENTIAL_TYPE, LIST_NODE, TRIGGER } from '../product';
import type { LogPart } from '../service';
import { readByTime, type ParsedEvent } from './loops';
import { HTTP_REQUEST, createStaticData, loadNode, poll, prepareNode } from './n8n';
import { timed, type Times } from './timeAndMemory';

const PLAIN_LOOP_SLICES = [0, 1, 2, 3];

export interface ReadTask extends LogPart {
	readonly pageSize: number;
}

/**
 * Prepares, which takes no measured time; what is given reads. The ids that come of it are found
 * when they are iterated over, after the time was taken.
 */
type Reader = (task: ReadTask) => Run | Promise<Run>;
type Run = () => Promise<Iterable<string>>;

function* idsOf(events: Iterable<unknown>): Generator<string> {
	for (const event of events) yield idOf(event);
}

function* idsOfItems(items: Iterable<{ readonly json: unknown }>): Generator<string> {
	for (const { json } of items) yield idOf(json);
}

/** The HTTP Request node gives a page as one item. */
function* idsOfPages(pages: readonly INodeExecutionData[]): Generator<string> {
	for (const { json } of pages) {
		if (Array.isArray(json.data)) yield* idsOf(json.data);
	}
}

function readWithNode(task: ReadTask, simplify: boolean) {
	const options = { order: 'ASC', pageSize: task.pageSize };
	const parameters = { resource: 'event', operation: 'list', returnAll: true, simplify, options };
	const run = prepareNode(task, loadNode(LIST_NODE), parameters);
	return async () => idsOfItems(await run());
}

/** The node's pagination set up as its documentation shows. */
function paginated({ baseUrl, pageSize }: ReadTask): INodeParameters {
	const query = [
		{ name: 'order', value: 'ASC' },
		{ name: 'limit', value: String(pageSize) },
	];
	const skip = { type: 'qs', name: 'skip', value: `={{ $pageCount * ${pageSize} }}` };
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [skip] },
		paginationCompleteWhen: 'other',
		completeExpression: '={{ $response.body.data.length === 0 }}',
		limitPagesFetched: false,
		requestInterval: 0,
	};
	return {
		url: `${baseUrl}/api/v1/events`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: CREDENTIAL_TYPE,
		sendQuery: true,
		queryParameters: { parameters: query },
		options: { pagination: { pagination } },
	};
}

/** Everybody who reads, by the name in the report. */
const READERS = {
	'bare loop': (task) => async () => {
		const keep = (event: ParsedEvent) => event;
		return idsOf(await readByTime({ ...task, path: '/api/v1/events', slices: [{}], keep }));
	},
	'plain loop': (task) => async () => {
		const sliceMs = (task.beforeMs - task.afterMs) / PLAIN_LOOP_SLICES.length;
		const edge = (slice: number) => Math.floor(task.afterMs + slice * sliceMs);
		const slices = PLAIN_LOOP_SLICES.map((n) => ({ after: edge(n), before: edge(n + 1) + 1 }));
		const keep = (json: ParsedEvent) => ({ json });
		return idsOfItems(await readByTime({ ...task, path: '/api/v1/events', slices, keep }));
	},
	'HTTP Request': (task) => {
		const [node, type] = [loadNode(HTTP_REQUEST), 'n8n-nodes-base.httpRequest'];
		const run = prepareNode(task, node, paginated(task), type);
		return async () => idsOfPages(await run());
	},
	'this node': (task) => readWithNode(task, false),
	'this node, simplified': (task) => readWithNode(task, true),
	'bare loop over feed': (task) => async () => {
		const [slices, keep] = [[{ after: task.afterMs + 1 }], (event: ParsedEvent) => event];
		return idsOf(await readByTime({ ...task, path: '/api/v1/events/feed', slices, keep }));
	},
	/** One poll, after another one that consumed the event before the task's. */
	trigger: async (task) => {
		const [node, staticData] = [loadNode(TRIGGER), createStaticData()];
		const startDate = new Date(task.afterMs).toISOString();
		const upToLast = { startFrom: 'date', startDate, options: { maxEventsPerPoll: 1 } };
		await poll(task, { node, staticData, parameters: { source: 'feed', ...upToLast } });
		const parameters = { source: 'feed', options: { pageSize: task.pageSize } };
		return async () => idsOfItems(await poll(task, { node, staticData, parameters }));
	},
} as const satisfies Record<string, Reader>;

export type ReaderName = keyof typeof READERS;

/** What one contestant has read, and how long it took. */
export async function read(
	task: ReadTask & { readonly reader: ReaderName },
): Promise<Times & IdDigest> {
	const { outcome, ...times } = await timed(await READERS[task.reader](task));
	return { ...times, ...digestOf(outcome) };
}
