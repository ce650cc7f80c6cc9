import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { numberOf, textOf, type Values } from '../values';
import { readWithAxios, type BareEvent } from './bareLoop';
import { loadBuiltNode, loadHttpRequestNode } from './builtNodes';
import { prepareRun } from './nodeRun';
import { timeReading } from './stopwatch';

/** The whole log with a bare loop over axios. */
export async function readWithBareLoop(settings: Values): Promise<Values> {
	const options = {
		baseUrl: textOf(settings, 'baseUrl'),
		pageSize: numberOf(settings, 'pageSize'),
		path: '/api/v1/events',
		includesAfter: false,
	} as const;
	return await timeReading(async () => {
		const events = await readWithAxios(options);
		return () => idsOf(events);
	});
}

/** The whole log with n8n's HTTP Request node, its pagination set up as its documentation shows. */
export async function readWithHttpRequest(settings: Values): Promise<Values> {
	const baseUrl = textOf(settings, 'baseUrl');
	const run = prepareRun({
		baseUrl,
		node: loadHttpRequestNode(),
		nodeTypeName: 'n8n-nodes-base.httpRequest',
		parameters: paginated(baseUrl, numberOf(settings, 'pageSize')),
	});
	return await timeReading(async () => {
		const pages = await run();
		return () => idsOfPages(pages);
	});
}

/** The whole log with this package's node: List, Return All. */
export async function readWithNode(settings: Values): Promise<Values> {
	const run = prepareRun({
		baseUrl: textOf(settings, 'baseUrl'),
		node: loadBuiltNode('OrgEventLog'),
		parameters: {
			resource: 'event',
			operation: 'list',
			returnAll: true,
			simplify: settings.simplify === true,
			options: { order: 'ASC', pageSize: numberOf(settings, 'pageSize') },
		},
	});
	return await timeReading(async () => {
		const items = await run();
		return () => idsOfItems(items);
	});
}

function paginated(baseUrl: string, pageSize: number): INodeParameters {
	const query = [
		{ name: 'order', value: 'ASC' },
		{ name: 'limit', value: String(pageSize) },
	];
	const skip = { type: 'qs', name: 'skip', value: `={{ $pageCount * ${pageSize} }}` };
	return {
		url: `${baseUrl}/api/v1/events`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'orgEventLogApi',
		sendQuery: true,
		queryParameters: { parameters: query },
		options: {
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: { parameters: [skip] },
					paginationCompleteWhen: 'other',
					completeExpression: '={{ $response.body.data.length === 0 }}',
					limitPagesFetched: false,
					requestInterval: 0,
				},
			},
		},
	};
}

function* idsOf(events: Iterable<BareEvent>): Generator<string> {
	for (const { id } of events) yield id;
}

/** The HTTP Request node gives a page as one item. */
function* idsOfPages(pages: readonly INodeExecutionData[]): Generator<string> {
	for (const { json } of pages) {
		if (Array.isArray(json.data)) yield* json.data.map(idIn);
	}
}

/** Of items with one event each, as this package's nodes give them. */
export function* idsOfItems(items: readonly INodeExecutionData[]): Generator<string> {
	for (const { json } of items) yield idIn(json);
}

function idIn(event: unknown): string {
	const isEvent = typeof event === 'object' && event !== null && 'id' in event;
	return isEvent ? String(event.id) : '';
}
