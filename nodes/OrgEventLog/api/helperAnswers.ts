import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Answer } from './answer';
import type { FailureFacts } from './failureFacts';
import { EventLogFailure, isEventLogFailure } from './failures';
import { causesOf, toNoAnswerFailure } from './noAnswer';
import { outcomeOf } from './outcome';

/** An answer, and whether the helper returned it or threw it as an error. */
export interface HelperAnswer extends Answer {
	readonly returned: boolean;
}

/** One of n8n's request helpers, asked for a full response with its body as bytes or text. */
export type HttpRequest = (options: IHttpRequestOptions) => Promise<unknown>;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null;
}

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

function toAnswer(status: number, headers: unknown, body: Buffer): Answer {
	return { status, headers: isObject(headers) ? headers : {}, body: withoutMark(body) };
}

/**
 * The answer in what n8n's request helper returns for a full response.
 *
 * @throws EventLogFailure when it is anything else.
 */
function readAnswer(response: unknown): Answer {
	if (isObject(response) && typeof response.statusCode === 'number') {
		const { statusCode: status, headers, body = '' } = response;
		const bytes = bytesOf(body);
		if (bytes !== undefined) return toAnswer(status, headers, bytes);
	}
	throw new EventLogFailure('requestFailed', { detail: 'n8n gave no response' });
}

/** The service's answer behind an error of n8n's request helper, if there was one. */
function answerBehind(thrown: unknown): Answer | undefined {
	for (const error of causesOf(thrown)) {
		if (isEventLogFailure(error)) return undefined;
		const response = 'response' in error ? error.response : undefined;
		// A 200 in an error is one whose body broke off on the way: no answer.
		if (isObject(response) && typeof response.status === 'number' && response.status >= 300) {
			const { status, headers, data } = response;
			return toAnswer(status, headers, bytesOf(data) ?? Buffer.alloc(0));
		}
	}
	return undefined;
}

/**
 * The service's answer to a request through one of n8n's helpers, whatever its status.
 *
 * @throws EventLogFailure where there was none.
 */
export async function answerOf(
	request: () => Promise<unknown>,
	facts: FailureFacts,
): Promise<HelperAnswer> {
	const outcome = await outcomeOf(request);
	if ('value' in outcome) return { ...readAnswer(outcome.value), returned: true };
	const answer = answerBehind(outcome.thrown);
	if (answer !== undefined) return { ...answer, returned: false };
	throw toNoAnswerFailure(outcome.thrown, facts);
}
