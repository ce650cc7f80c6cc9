import { Agent } from 'node:http';
import axios from 'axios';
import type { Endpoint } from './n8n';

/** An event as `JSON.parse` gives it: integers of 19 digits are rounded. */
export interface ParsedEvent {
	readonly id: string;
	readonly created_at: number;
}

interface Loop<Kept> extends Endpoint {
	readonly path: '/api/v1/events' | '/api/v1/events/feed';
	readonly pageSize: number;
	/**
	 * Read at the same time, each on a connection that is kept alive. The API's own bounds, epoch
	 * milliseconds: List leaves out what is at a bound, feed doesn't.
	 */
	readonly slices: ReadonlyArray<{ readonly after?: number; readonly before?: number }>;
	readonly keep: (event: ParsedEvent) => Kept;
}

function isPage(body: unknown): body is { readonly data: ParsedEvent[] } {
	return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data);
}

/**
 * What somebody writes who knows the API: page after page by time, so that a log which grows or a
 * service that slows down with `skip` does no harm. Complete as long as no page is filled by one
 * instant.
 */
export async function readByTime<Kept>(loop: Loop<Kept>): Promise<Kept[]> {
	const { baseUrl: baseURL, apiKey, path, pageSize: limit, slices, keep } = loop;
	const httpAgent = new Agent({ keepAlive: true, maxSockets: slices.length });
	const headers = { Authorization: `Bearer ${apiKey}` };
	const client = axios.create({ baseURL, httpAgent, headers });
	const readSlice = async ({ after, before }: (typeof slices)[number]): Promise<Kept[]> => {
		const kept: Kept[] = [];
		let atTheEdge = new Set<string>();
		for (;;) {
			const params = { order: 'ASC', limit, after, before };
			const { data: page } = await client.get<unknown>(path, { params });
			if (!isPage(page)) throw new Error('That is no page of events');
			const fresh = page.data.filter(({ id }) => !atTheEdge.has(id));
			const lastMs = fresh.at(-1)?.created_at;
			if (lastMs === undefined) return kept;
			for (const event of fresh) kept.push(keep(event));
			after = path === '/api/v1/events' ? lastMs - 1 : lastMs;
			const last = page.data.filter((event) => event.created_at === lastMs);
			atTheEdge = new Set(last.map(({ id }) => id));
		}
	};
	const parts = await Promise.all(slices.map(readSlice));
	httpAgent.destroy();
	return parts.flat();
}
