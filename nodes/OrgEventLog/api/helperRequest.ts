import type { IHttpRequestOptions } from 'n8n-workflow';
import { EventLogFailure, type Outcome, isEventLogFailure } from '../errors/failure';
import type { RequestFacts } from '../errors/texts/facts';
import { isJsonObject } from '../json/jsonValues';
import { failureOfNetwork } from './networkFailure';
import type { ServiceResponse } from './response';
import { causesOf, failureBehind, statusOf } from './thrownErrors';

/** One of n8n's request helpers, asked for a full response with its body as bytes or text. */
export type HttpRequest = (options: IHttpRequestOptions) => Promise<unknown>;

/** UTF-8's byte order mark, which JSON may begin with although it is not part of it. */
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

function withoutMark(bytes: Buffer): Buffer {
	const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
	return isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

/** Of the older helper a body is text, of the newer one bytes. */
function bytesOf(body: unknown): Buffer | undefined {
	if (typeof body === 'string') return Buffer.from(body);
	return body instanceof Uint8Array
		? Buffer.from(body.buffer, body.byteOffset, body.length)
		: undefined;
}

function toResponse(status: number, headers: unknown, body: Buffer): ServiceResponse {
	return { status, headers: isJsonObject(headers) ? headers : {}, body: withoutMark(body) };
}

function readResponse(returned: unknown): ServiceResponse {
	if (isJsonObject(returned) && typeof returned.statusCode === 'number') {
		const { statusCode: status, headers, body = '' } = returned;
		const bytes = bytesOf(body);
		if (bytes !== undefined) return toResponse(status, headers, bytes);
	}
	throw new EventLogFailure('requestFailed', { detail: 'n8n gave no response' });
}

/** A 200 in an error is one whose body broke off on the way: no response. */
function isRefusal(status: unknown): status is number {
	return typeof status === 'number' && status >= 300;
}

/** The service's response behind an error of n8n's helper. @throws EventLogFailure without one */
function responseBehind(thrown: unknown): ServiceResponse {
	const failure = failureBehind(thrown);
	if (failure !== undefined) throw failure;
	for (const error of causesOf(thrown)) {
		const { response } = error;
		if (isJsonObject(response) && isRefusal(response.status)) {
			const { status, headers, data } = response;
			return toResponse(status, headers, bytesOf(data) ?? Buffer.alloc(0));
		}
		const status = statusOf(error);
		if (isRefusal(status) && error.cause === undefined) {
			return toResponse(status, {}, Buffer.alloc(0));
		}
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
 * Makes one request and reads its response, whatever the status. What goes wrong on the way, in
 * n8n, in the network or in `read`, becomes a failure here and nowhere else.
 *
 * @param request what one of n8n's helpers returns
 * @param read what is wanted of the response; throws EventLogFailure where it has not got it
 * @param facts what is known about the request
 */
export async function requestThroughHelper<Value>(
	request: () => Promise<unknown>,
	read: (response: ServiceResponse) => Value,
	facts: RequestFacts,
): Promise<Outcome<Value>> {
	try {
		const response = await request().then(readResponse, responseBehind);
		return { value: read(response) };
	} catch (thrown) {
		return { failure: toFailure(thrown).ofRequest(facts) };
	}
}
