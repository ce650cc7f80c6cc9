import { Agent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import axios from 'axios';
import { PAGE_SIZE, type LogPart } from '../log';

/** An event as `JSON.parse` gives it: integers of 19 digits are rounded. */
interface ParsedEvent {
	readonly id: string;
	readonly created_at: number;
}

interface Loop extends LogPart {
	readonly path: '/api/v1/events' | '/api/v1/events/feed';
	/** How many time slices are read at once, each on a connection that is kept alive. */
	readonly slices: number;
}

function isPage(body: unknown): body is { readonly data: ParsedEvent[] } {
	return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data);
}

/**
 * What somebody writes who knows the API: page after page by time, so that a log which grows or a
 * service that slows down with `skip` does no harm. Complete as long as no page is filled by one
 * instant.
 */
export async function readByTime(loop: Loop): Promise<ParsedEvent[]> {
	const { baseUrl: baseURL, apiKey, path, slices, afterMs, beforeMs } = loop;
	const options = { keepAlive: true, maxSockets: slices };
	const [httpAgent, httpsAgent] = [new Agent(options), new HttpsAgent(options)];
	const headers = { Authorization: `Bearer ${apiKey}` };
	const client = axios.create({ baseURL, httpAgent, httpsAgent, headers });
	// List leaves out what is at a bound, feed doesn't.
	const beside = path === '/api/v1/events' ? 1 : 0;
	const readSlice = async (fromMs: number, toMs: number): Promise<ParsedEvent[]> => {
		const events: ParsedEvent[] = [];
		let atTheEdge = new Set<string>();
		for (;;) {
			const params = {
				order: 'ASC',
				limit: PAGE_SIZE,
				after: fromMs - beside,
				before: toMs + beside,
			};
			const { data: page } = await client.get<unknown>(path, { params });
			if (!isPage(page)) throw new Error('That is no page of events');
			const fresh = page.data.filter(({ id }) => !atTheEdge.has(id));
			const lastMs = fresh.at(-1)?.created_at;
			if (lastMs === undefined) return events;
			for (const event of fresh) events.push(event);
			fromMs = lastMs;
			const last = page.data.filter((event) => event.created_at === lastMs);
			atTheEdge = new Set(last.map(({ id }) => id));
		}
	};
	const edge = (slice: number) => Math.floor(afterMs + (slice * (beforeMs - afterMs)) / slices);
	const parts = await Promise.all(
		Array.from(
			{ length: slices },
			async (_, slice) => await readSlice(edge(slice) + 1, edge(slice + 1)),
		),
	);
	httpAgent.destroy();
	httpsAgent.destroy();
	return parts.flat();
}
