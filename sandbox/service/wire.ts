import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceResponse } from './responses';
import type { ServiceBehaviour } from './behaviour';
import type { RecordedRequest } from './requests';
import { operationOf } from './requests';

/** The request as it is recorded: no status yet. */
export function recordedRequest(request: FastifyRequest, atMs: number): RecordedRequest {
	const url = new URL(request.raw.url ?? '/', 'http://service');
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(request.headers)) {
		if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
	}
	return {
		method: request.method,
		path: url.pathname,
		query: Object.fromEntries(url.searchParams),
		headers,
		body: typeof request.body === 'string' ? request.body : '',
		operation: operationOf(request.method, url.pathname),
		atMs,
		status: 0,
		events: 0,
	};
}

function headersOf(answer: ServiceResponse, behaviour: ServiceBehaviour, nowMs: number) {
	return {
		...(answer.contentType === undefined ? {} : { 'content-type': answer.contentType }),
		...(behaviour.dateHeader
			? { date: new Date(nowMs + behaviour.clockOffsetMs).toUTCString() }
			: {}),
		...answer.headers,
	};
}

/** Sends an answer whole. */
export function sendResponse(
	reply: FastifyReply,
	answer: ServiceResponse,
	behaviour: ServiceBehaviour,
	nowMs: number,
): void {
	reply.raw.sendDate = false;
	if (answer.reason !== undefined) reply.raw.statusMessage = answer.reason;
	reply.code(answer.status).headers(headersOf(answer, behaviour, nowMs));
	// An empty text would be given a type; nothing is given none.
	void reply.send(answer.body.length === 0 ? undefined : answer.body);
}

/** Promises the whole body, sends the first bytes of it, and closes the connection. */
export function sendBroken(
	reply: FastifyReply,
	answer: ServiceResponse,
	behaviour: ServiceBehaviour,
	nowMs: number,
	bytes: number,
): void {
	const body = Buffer.from(answer.body);
	const length = { 'content-length': String(body.length) };
	reply.hijack();
	reply.raw.sendDate = false;
	reply.raw.writeHead(answer.status, { ...headersOf(answer, behaviour, nowMs), ...length });
	reply.raw.write(body.subarray(0, Math.min(bytes, body.length - 1)), () => reply.raw.destroy());
}

/** Closes the connection without a word. */
export function dropConnection(reply: FastifyReply): void {
	reply.hijack();
	reply.raw.destroy();
}
