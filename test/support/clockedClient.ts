import { createClient, type ClientSettings } from '../../nodes/OrgEventLog/api/client';
import { EventLogFailure } from '../../nodes/OrgEventLog/errors/failure';

export const ORIGIN = 'https://a.example.com';
export const ACCESS = {
	baseUrl: { href: ORIGIN, origin: ORIGIN },
	authentication: 'refreshToken',
	apiVersion: 'v1',
} as const;

export type Query = Readonly<Record<string, string>>;

/** A full response as n8n's helper returns it. */
export interface Returned {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Buffer;
}

export type Reply = Returned | EventLogFailure;

export function ok(body = '{"data":[]}', headers: Returned['headers'] = {}): Returned {
	return { statusCode: 200, headers, body: Buffer.from(body) };
}

export function refusal(statusCode = 400, headers: Returned['headers'] = {}): Returned {
	return { ...ok('', headers), statusCode };
}

interface ClockSettings extends Partial<ClientSettings> {
	readonly startMs?: number;
	/** A response to this query takes as long. */
	readonly tookMs?: (query: Query) => number;
}

export function asOnTheWire(query: object): Query {
	const sent = Object.entries(query).filter(([, value]) => value !== undefined);
	return Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
}

/** A client whose clock moves only when it waits or when a response takes its time. */
export function createClockedClient(
	reply: (query: Query, call: number, nowMs: number) => Reply,
	{ startMs = 0, tookMs = () => 0, ...settings }: ClockSettings = {},
) {
	let nowMs = startMs;
	const sent: Array<Query & { path: string }> = [];
	const timeouts: number[] = [];
	const waits: number[] = [];
	const client = createClient({
		prepareRequest: (path, sentQuery) => {
			const query = asOnTheWire(sentQuery);
			return async ({ timeoutMs }) => {
				timeouts.push(timeoutMs);
				const response = reply(query, sent.push({ path, ...query }) - 1, nowMs);
				await new Promise((resolve) => setImmediate(resolve));
				nowMs += Math.min(timeoutMs, tookMs(query));
				if (tookMs(query) > timeoutMs) throw new EventLogFailure('timedOut', {});
				if (response instanceof EventLogFailure) throw response;
				return response;
			};
		},
		wait: async (ms) => {
			waits.push(ms);
			nowMs += ms;
			await Promise.resolve();
		},
		now: () => nowMs,
		random: () => 0.5,
		access: ACCESS,
		timeoutMs: 60_000,
		maxParallelRequests: 1,
		...settings,
	});
	return { client, sent, waits, timeouts, now: () => nowMs };
}
