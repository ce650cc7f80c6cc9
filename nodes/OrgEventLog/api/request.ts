import type { IHttpRequestOptions } from 'n8n-workflow';
import { EventLogFailure, type Outcome, isEventLogFailure } from '../errors/failure';
import type { RequestFacts } from '../errors/kinds/facts';
import { isJsonObject } from '../json/jsonValues';
import { ReusedBuffer } from '../json/reusedBuffer';
import { MAX_REFUSAL_BYTES } from '../events/limits';
import type { ServiceResponse } from './response';
import { causesOf, failureBehind, failureOfNetwork, statusOf } from './thrownErrors';
import { withinTime } from './waitContext';

/**
 * One of n8n's request helpers, asked for a full response with its body as a stream, because only a
 * stream can be limited. The signal tells it when the request is given up.
 */
export type HttpRequest = (options: IHttpRequestOptions, givenUp: AbortSignal) => Promise<unknown>;

/** What a request has to keep to. */
export interface RequestLimits {
	readonly timeoutMs: number;
	/** Of the body, decompressed and whatever the headers say of it. */
	readonly maxBytes: number;
	/** Where the body may stand; memory of its own unless given. */
	readonly buffer?: ReusedBuffer;
	/** Ends it early, as when the user stops the run. */
	readonly stop?: AbortSignal;
}

/** A body while it arrives, decompressed by n8n's helper where it needs to be. */
interface BodyStream extends AsyncIterable<unknown> {
	destroy(): unknown;
}

function isBodyStream(body: unknown): body is BodyStream {
	return (
		typeof body === 'object' &&
		body !== null &&
		Symbol.asyncIterator in body &&
		'destroy' in body &&
		typeof body.destroy === 'function'
	);
}

/** A 200 in an error is one whose body broke off on the way: no response. */
function isRefusal(status: unknown): status is number {
	return typeof status === 'number' && status >= 300;
}

const NOTHING = Buffer.alloc(0);

/** Of text or bytes; undefined of anything else. */
function bytesOf(body: unknown): Buffer | undefined {
	if (typeof body === 'string') return Buffer.from(body);
	return body instanceof Uint8Array
		? Buffer.from(body.buffer, body.byteOffset, body.length)
		: undefined;
}

/**
 * Never holds more than one chunk beyond the maximum. Each chunk is copied as it comes, so that V8 can
 * drop it while it is young. Only the beginning of a refusal is read: the rest does not matter.
 */
async function readBody(
	body: BodyStream,
	status: number,
	{ buffer = new ReusedBuffer(), ...limits }: RequestLimits,
): Promise<Buffer> {
	const maxBytes = isRefusal(status) ? MAX_REFUSAL_BYTES : limits.maxBytes;
	let length = 0;
	for await (const chunk of body) {
		const bytes = bytesOf(chunk) ?? NOTHING;
		const end = length + bytes.length;
		// Leaving the loop closes the connection.
		if (end > maxBytes && isRefusal(status)) break;
		if (end > maxBytes) throw new EventLogFailure('tooLarge', { maxBytes });
		buffer.take(end, length).set(bytes, length);
		length = end;
	}
	return buffer.take(length).subarray(0, length);
}

/** UTF-8's byte order mark, which JSON may begin with although it is not part of it. */
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

function toResponse(status: number, headers: unknown, bytes: Buffer): ServiceResponse {
	const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
	const body = isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
	return { status, headers: isJsonObject(headers) ? headers : {}, body };
}

async function takeIn(
	returned: unknown,
	limits: RequestLimits,
	givenUp: AbortSignal,
): Promise<ServiceResponse> {
	if (isJsonObject(returned) && typeof returned.statusCode === 'number') {
		const { statusCode: status, headers, body = '' } = returned;
		if (isBodyStream(body)) {
			const close = () => body.destroy();
			if (givenUp.aborted) close();
			givenUp.addEventListener('abort', close);
		}
		const bytes = isBodyStream(body) ? await readBody(body, status, limits) : bytesOf(body);
		if (bytes !== undefined) return toResponse(status, headers, bytes);
	}
	throw new EventLogFailure('requestFailed', { detail: 'n8n gave no response' });
}

/** The service's response behind an error of n8n's helper. @throws EventLogFailure without one */
function responseBehind(thrown: unknown): ServiceResponse {
	const failure = failureBehind(thrown);
	if (failure !== undefined) throw failure;
	for (const error of causesOf(thrown)) {
		const { response } = error;
		if (isJsonObject(response) && isRefusal(response.status)) {
			return toResponse(response.status, response.headers, bytesOf(response.data) ?? NOTHING);
		}
		const status = statusOf(error);
		if (isRefusal(status) && error.cause === undefined) return toResponse(status, {}, NOTHING);
	}
	throw failureOfNetwork(thrown);
}

/** Parsing what no parser foresaw may end in any error, whose text may hold anything. */
function toFailure(thrown: unknown): EventLogFailure {
	if (isEventLogFailure(thrown)) return thrown;
	const name = thrown instanceof Error ? thrown.name : typeof thrown;
	return new EventLogFailure('unexpectedShape', { detail: `Reading it ended in a ${name}` });
}

/**
 * Makes one request, takes its response in, within its time and up to a size, and reads it, whatever the status.
 * What goes wrong on the way, in n8n, in the network or in `read`, becomes a failure here and nowhere else.
 *
 * @param send what one of n8n's helpers returns
 * @param read what is wanted of the response; throws EventLogFailure where it has not got it
 * @param facts what is known about the request
 */
export async function request<Value>(
	send: (givenUp: AbortSignal) => Promise<unknown>,
	limits: RequestLimits,
	read: (response: ServiceResponse) => Value,
	facts: RequestFacts,
): Promise<Outcome<Value>> {
	const { timeoutMs, stop } = limits;
	const receive = async (givenUp: AbortSignal) =>
		await takeIn(await send(givenUp), limits, givenUp);
	try {
		return { value: read(await withinTime(receive, timeoutMs, stop).catch(responseBehind)) };
	} catch (thrown) {
		return { failure: toFailure(thrown).ofRequest({ ...facts, timeoutMs }) };
	}
}
