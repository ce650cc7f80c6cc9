import type { IHttpRequestOptions } from 'n8n-workflow';
import { EventLogFailure, isEventLogFailure, type Outcome } from '../errors/failure';
import type { RequestFacts } from '../errors/kinds/failureTypes';
import { isJsonObject } from '../json/jsonValues';
import { ReusedBuffer } from '../json/reusedBuffer';
import { type ServiceResponse, failureOfStatus } from './responseStatus';
import { failureOfThrown } from './thrownErrors';
import { requestWithinTime } from './timersContext';

/** A service could send any amount: no response is longer than this, decompressed. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** The rest of a longer error response is not looked at. */
export const MAX_ERROR_BODY_BYTES = 64 * 1024;

/** This is one of n8n's request helpers. It streams the body and follows no redirect, but may not heed the signal. */
export type SendHttpRequest = (
	options: IHttpRequestOptions,
	abortSignal: AbortSignal,
) => Promise<unknown>;

/** A redirect would take the token along. n8n's helpers have different names for it. */
export const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	sendCredentialsOnCrossOriginRedirect: false,
} as const;

/** No status makes the helper throw, and the body comes as a stream, because only a stream can be limited. */
export const RESPONSE_OPTIONS = {
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	...NO_REDIRECTS,
} as const;

export interface RequestLimits {
	readonly timeoutMs: number;
	/** The body is put into this memory, or into new memory without it. */
	readonly buffer?: ReusedBuffer;
	/** The signal is aborted when the user stops the run. */
	readonly stopSignal?: AbortSignal;
	readonly now: () => number;
}

/** @throws EventLogFailure where the response lacks the value */
export type ParseResponse<Value> = (response: ServiceResponse, tookMs: number) => Value;

/** Keeps to a time and a size. Whatever goes wrong in n8n, network, service or `parse` becomes a failure only here. */
export async function makeRequest<Value>(
	send: (abortSignal: AbortSignal) => Promise<unknown>,
	limits: RequestLimits,
	parse: ParseResponse<Value>,
	facts: RequestFacts,
): Promise<Outcome<Value>> {
	const { timeoutMs, stopSignal, now } = limits;
	const startedMs = now();
	const sendAndReceive = async (abortSignal: AbortSignal) =>
		await receiveResponse(await send(abortSignal), limits, abortSignal);
	try {
		const answer = requestWithinTime(sendAndReceive, timeoutMs, stopSignal);
		const response = await answer.catch((thrown: unknown) => {
			throw failureOfThrown(thrown);
		});
		// A 206 has only part of the body.
		const isSuccess = response.status >= 200 && response.status <= 204;
		if (!isSuccess) throw failureOfStatus(response, facts, now());
		return { value: parse(response, now() - startedMs) };
	} catch (thrown) {
		return { failure: toFailure(thrown).withFacts({ ...facts, timeoutMs }) };
	}
}

/** Only the name of an error is told, because its text may quote the body. */
function toFailure(thrown: unknown): EventLogFailure {
	if (isEventLogFailure(thrown)) return thrown;
	const name = thrown instanceof Error ? thrown.name : typeof thrown;
	return new EventLogFailure('unexpectedShape', { detail: `Reading it ended with ${name}` });
}

async function receiveResponse(
	returned: unknown,
	{ buffer }: RequestLimits,
	abortSignal: AbortSignal,
): Promise<ServiceResponse> {
	const { statusCode: status, headers, body } = isJsonObject(returned) ? returned : {};
	const isStream = isBodyStream(body);
	if (typeof status !== 'number' || !(isStream || body instanceof Uint8Array))
		throw new EventLogFailure('requestFailed', { detail: 'n8n gave no response' });
	const close = () => isStream && body.destroy();
	if (abortSignal.aborted) close();
	abortSignal.addEventListener('abort', close);
	const bytes = await readBody(isStream ? body : [body], status >= 300, buffer);
	return {
		status,
		headers: isJsonObject(headers) ? headers : {},
		// Status 204 stands for nothing, with or without a body.
		body: status === 204 ? Buffer.from('{}') : bytes,
	};
}

interface BodyStream extends AsyncIterable<Uint8Array> {
	destroy(): unknown;
}

function isBodyStream(body: unknown): body is BodyStream {
	return isJsonObject(body) && Symbol.asyncIterator in body && typeof body.destroy === 'function';
}

/** Each chunk is copied as it comes, so that V8 can drop it while it is young. */
async function readBody(
	chunks: BodyStream | readonly Uint8Array[],
	isErrorStatus: boolean,
	buffer = new ReusedBuffer(),
): Promise<Buffer> {
	const maxBytes = isErrorStatus ? MAX_ERROR_BODY_BYTES : MAX_BODY_BYTES;
	let length = 0;
	for await (const chunk of chunks) {
		const end = length + chunk.length;
		// Leaving the loop closes the connection.
		if (end > maxBytes && isErrorStatus) break;
		if (end > maxBytes) throw new EventLogFailure('tooLarge', { maxBytes });
		buffer.take(end, length).set(chunk, length);
		length = end;
	}
	return buffer.take(length).subarray(0, length);
}
