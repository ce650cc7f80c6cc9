import axios from 'axios';
import type { ServiceBehaviour } from '../../sandbox/service/behaviour';

const PAGE = 10_000;

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
