import type { EventLogService } from '../../../sandbox/service';
import { DEFAULT_API_KEY } from '../../../sandbox/service';

export type Query = Readonly<Record<string, string | number | bigint>>;
export type JsonRecord = Readonly<Record<string, unknown>>;

export const LIST = '/api/v1/events';
export const COUNT = '/api/v1/events/count';
export const FEED = '/api/v1/events/feed';
export const EXCHANGE = '/api/v1/refresh_token';

/** What came back, its body still text. */
export interface Reply {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
}

export function isRecord(value: unknown): value is JsonRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function address(service: EventLogService, path: string, query: Query): string {
	const url = new URL(path, service.baseUrl);
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
	return url.toString();
}

/** One request with a bearer token; redirects are not followed. */
export async function ask(
	service: EventLogService,
	path: string,
	query: Query = {},
	{ token = DEFAULT_API_KEY, method = 'GET' } = {},
): Promise<Reply> {
	const response = await fetch(address(service, path, query), {
		method,
		redirect: 'manual',
		headers: { authorization: `Bearer ${token}` },
	});
	return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The body of a reply as an object. @throws when it is none */
export function bodyOf(reply: Reply): JsonRecord {
	const body: unknown = JSON.parse(reply.text);
	if (!isRecord(body)) throw new TypeError(`No object: ${reply.text}`);
	return body;
}

/** `data` of a successful reply. @throws for any other status */
export function dataOf(reply: Reply): unknown {
	if (reply.status !== 200) throw new Error(`Status ${reply.status}: ${reply.text}`);
	return bodyOf(reply)['data'];
}

/** The events of a list or feed. @throws when there is no list of objects */
export async function askEvents(
	service: EventLogService,
	path: string,
	query: Query = {},
): Promise<readonly JsonRecord[]> {
	const data = dataOf(await ask(service, path, query));
	if (!Array.isArray(data)) throw new TypeError('No list');
	return data.filter(isRecord);
}

/** Ids of a list or feed, as they follow each other. */
export async function askIds(
	service: EventLogService,
	path: string,
	query: Query = {},
): Promise<readonly unknown[]> {
	return (await askEvents(service, path, query)).map(({ id }) => id);
}

/** The count that the service gives. */
export async function askCount(service: EventLogService, query: Query = {}): Promise<unknown> {
	return dataOf(await ask(service, COUNT, query));
}

/** An access token for a refresh token. @throws when there is none */
export async function exchange(service: EventLogService, refreshToken: string): Promise<string> {
	const reply = await ask(service, EXCHANGE, {}, { token: refreshToken, method: 'POST' });
	const { Message: message } = bodyOf(reply);
	if (typeof message !== 'string') throw new TypeError(`No message: ${reply.text}`);
	return message;
}
