import axios from 'axios';
import { DEFAULT_API_KEY } from '../../sandbox/service/accounts';
import type { ServiceBehaviour } from '../../sandbox/service/behaviour';

const PAGE = 10_000;
const LIST_PAGE = 1_000;

/** An event as the service holds it. */
export interface StoredEvent {
	readonly id: string;
	readonly createdAtMs: number;
}

/** A request as the service saw it. */
export interface SeenRequest {
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
}

function isListing<T>(body: unknown): body is { readonly total: number; readonly data: T[] } {
	return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data);
}

async function listing<T>(url: string): Promise<{ total: number; data: readonly T[] }> {
	const { data } = await axios.get<unknown>(url);
	if (isListing<T>(data)) return data;
	throw new Error(`${url} is no list`);
}

/** What the log holds, oldest first, past the API that is measured. */
export async function storedEvents(baseUrl: string, skip = 0): Promise<readonly StoredEvent[]> {
	const events: StoredEvent[] = [];
	for (;;) {
		const url = `${baseUrl}/control/events?skip=${skip + events.length}&limit=${PAGE}`;
		const { data } = await listing<StoredEvent>(url);
		events.push(...data);
		if (data.length < PAGE) return events;
	}
}

/** Lists every page once, so that the service has written all of its events. */
export async function readThrough(baseUrl: string, events: number): Promise<void> {
	const headers = { Authorization: `Bearer ${DEFAULT_API_KEY}` };
	for (let skip = 0; skip < events; skip += LIST_PAGE) {
		const params = { order: 'ASC', limit: LIST_PAGE, skip };
		const url = `${baseUrl}/api/v1/events`;
		await axios.get(url, { params, headers, responseType: 'arraybuffer' });
	}
	await forgetRequests(baseUrl);
}

/** The requests since they were last forgotten, the newest thousand at most. */
export async function seenRequests(baseUrl: string): Promise<readonly SeenRequest[]> {
	return (await listing<SeenRequest>(`${baseUrl}/control/requests`)).data;
}

export async function forgetRequests(baseUrl: string): Promise<void> {
	await axios.delete(`${baseUrl}/control/requests`);
}

export async function setBehaviour(
	baseUrl: string,
	behaviour: Partial<ServiceBehaviour>,
): Promise<void> {
	await axios.patch(`${baseUrl}/control/behaviour`, behaviour);
}
