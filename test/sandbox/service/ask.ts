import type { EventLogService, ServiceBehaviour } from '../../../sandbox/service';
import type { EventLogServiceOptions } from '../../../sandbox/service';
import { DEFAULT_API_KEY, startEventLogService } from '../../../sandbox/service';
import { isJsonObject } from '../../../sandbox/jsonGuards';

export type Query = Readonly<Record<string, string | number | bigint>>;

export const LIST = '/api/v1/events';
export const COUNT = '/api/v1/events/count';
export const FEED = '/api/v1/events/feed';
export const EXCHANGE = '/api/v1/refresh_token';

/** What came back, its body still text. */
interface Reply {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
}

/** Starts services for the tests of a file and closes them after each. */
export function servicesForTests() {
	const running: EventLogService[] = [];
	afterEach(async () => {
		await Promise.all(running.splice(0).map((service) => service.close()));
	});
	return async (
		log?: EventLogServiceOptions['log'],
		behaviour?: Partial<ServiceBehaviour>,
		more: EventLogServiceOptions = {},
	): Promise<EventLogService> => {
		const service = await startEventLogService({ log, behaviour, ...more });
		running.push(service);
		return service;
	};
}

/** One request with a bearer token; redirects are not followed. */
export async function ask(
	service: EventLogService,
	path: string,
	query: Query = {},
	{ token = DEFAULT_API_KEY, method = 'GET' } = {},
): Promise<Reply> {
	const url = new URL(path, service.baseUrl);
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
	const headers = { authorization: `Bearer ${token}` };
	const response = await fetch(url, { method, redirect: 'manual', headers });
	return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The status of an answer to whoever has this token. */
export async function statusOf(
	service: EventLogService,
	path = LIST,
	token = DEFAULT_API_KEY,
): Promise<number> {
	const method = path === EXCHANGE ? 'POST' : 'GET';
	return (await ask(service, path, {}, { token, method })).status;
}

/** A field of the object in a successful answer. @throws Error for any other */
async function fieldOf(reply: Promise<Reply>, name: 'data' | 'Message'): Promise<unknown> {
	const { status, text } = await reply;
	const body: unknown = JSON.parse(text);
	if (status !== 200 || !isJsonObject(body)) throw new Error(`Status ${status}: ${text}`);
	return body[name];
}

/** The events of a list or feed, as they follow each other. */
export async function askEvents(service: EventLogService, path: string, query: Query = {}) {
	const data = await fieldOf(ask(service, path, query), 'data');
	if (!Array.isArray(data)) throw new TypeError('No list');
	return data.filter(isJsonObject);
}

/** Ids of a list or feed, as they follow each other. */
export async function askIds(service: EventLogService, path: string, query: Query = {}) {
	return (await askEvents(service, path, query)).map(({ id }) => String(id));
}

/** The count that the service gives. */
export async function askCount(service: EventLogService, query: Query = {}): Promise<unknown> {
	return await fieldOf(ask(service, COUNT, query), 'data');
}

/** An access token for a refresh token. @throws Error when there is none */
export async function exchange(service: EventLogService, token: string): Promise<string> {
	return String(await fieldOf(ask(service, EXCHANGE, {}, { token, method: 'POST' }), 'Message'));
}
