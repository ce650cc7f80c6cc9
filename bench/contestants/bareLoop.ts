import { Agent } from 'node:http';
import axios from 'axios';
import { DEFAULT_API_KEY } from '../../sandbox/service/accounts';

/** An event as `JSON.parse` gives it: integers of 19 digits are rounded. */
export interface BareEvent {
	readonly id: string;
	readonly created_at: number;
}

export interface BareLoopOptions {
	readonly baseUrl: string;
	readonly pageSize: number;
	readonly path: '/api/v1/events' | '/api/v1/events/feed';
	/** Whether the path's `after` includes the instant that it names. */
	readonly includesAfter: boolean;
	/** The API's own `after`, epoch milliseconds. */
	readonly afterMs?: number;
}

function isPage(body: unknown): body is { readonly data: BareEvent[] } {
	return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data);
}

/**
 * What somebody writes who knows the API: page after page on one kept-alive connection, by time, so
 * that a log which grows or a service that slows down with `skip` does no harm. Complete as long as
 * no page is filled by one instant.
 */
export async function readWithAxios(options: BareLoopOptions): Promise<BareEvent[]> {
	const { baseUrl, pageSize, path, includesAfter } = options;
	const httpAgent = new Agent({ keepAlive: true });
	const headers = { Authorization: `Bearer ${DEFAULT_API_KEY}` };
	const client = axios.create({ baseURL: baseUrl, httpAgent, headers });
	const events: BareEvent[] = [];
	let after = options.afterMs;
	let atTheEdge = new Set<string>();
	for (;;) {
		const params = { order: 'ASC', limit: pageSize, after };
		const { data: page } = await client.get<unknown>(path, { params });
		if (!isPage(page)) throw new Error('No page');
		const fresh = page.data.filter(({ id }) => !atTheEdge.has(id));
		const lastMs = fresh.at(-1)?.created_at;
		if (lastMs === undefined) break;
		for (const event of fresh) events.push(event);
		after = includesAfter ? lastMs : lastMs - 1;
		atTheEdge = new Set(
			page.data.filter((event) => event.created_at === lastMs).map(({ id }) => id),
		);
	}
	httpAgent.destroy();
	return events;
}
