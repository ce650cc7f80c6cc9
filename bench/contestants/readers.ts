import type { INodeParameters } from 'n8n-workflow';
import { PAGE_SIZE, digestOf, idOf, type IdDigest, type ReadTask } from '../log';
import { CREDENTIAL_TYPE, LIST_NODE } from '../product';
import { readByTime } from './loops';
import { timed, type Times } from './measuring';
import { HTTP_REQUEST, loadNode, prepareNode } from './n8n';
import { pollOfBacklog, quietPolls } from './polls';

/** Prepares, which takes no measured time; what is given reads. */
type Reader = (task: ReadTask) => Run | Promise<Run>;
/** Gives events, items that hold one each, or, as HTTP Request does, items that hold a page. */
type Run = () => Promise<readonly object[]>;

function idsIn(found: object): string[] {
	const json = 'json' in found ? found.json : found;
	const isPage = typeof json === 'object' && json !== null && 'data' in json;
	return isPage && Array.isArray(json.data) ? json.data.map(idOf) : [idOf(json)];
}

function readWithNode(task: ReadTask, simplify: boolean): Run {
	const options = { order: 'ASC' };
	const parameters = { resource: 'event', operation: 'list', returnAll: true, simplify, options };
	return prepareNode(task, loadNode(LIST_NODE), parameters);
}

/** The node's pagination set up as its documentation shows. */
function paginated({ baseUrl }: ReadTask): INodeParameters {
	const query = [
		{ name: 'order', value: 'ASC' },
		{ name: 'limit', value: String(PAGE_SIZE) },
	];
	const skip = { type: 'qs', name: 'skip', value: `={{ $pageCount * ${PAGE_SIZE} }}` };
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
	'one connection': (task) => async () =>
		await readByTime({ ...task, path: '/api/v1/events', slices: 1 }),
	'four connections': (task) => async () => {
		const events = await readByTime({ ...task, path: '/api/v1/events', slices: 4 });
		return events.map((json) => ({ json }));
	},
	'HTTP Request': (task) =>
		prepareNode(task, loadNode(HTTP_REQUEST), paginated(task), 'n8n-nodes-base.httpRequest'),
	'this node': (task) => readWithNode(task, false),
	'this node, simplified': (task) => readWithNode(task, true),
	'one connection over feed': (task) => async () =>
		await readByTime({ ...task, path: '/api/v1/events/feed', slices: 1 }),
	trigger: pollOfBacklog,
	'quiet polls': quietPolls,
} as const satisfies Record<string, Reader>;

export type ReaderName = keyof typeof READERS;

/** What one contestant has read, and how long it took. */
export async function read(
	task: ReadTask & { readonly reader: ReaderName },
): Promise<Times & IdDigest> {
	const { outcome, ...times } = await timed(await READERS[task.reader](task));
	return { ...times, ...digestOf(outcome.flatMap(idsIn)) };
}
