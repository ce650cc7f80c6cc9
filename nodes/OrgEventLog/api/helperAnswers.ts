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

/** One of n8n's request helpers, asked for a full response with its body as text. */
export type HttpRequest = (options: IHttpRequestOptions) => Promise<unknown>;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null;
}

function toAnswer(status: number, headers: unknown, body: string): Answer {
	return { status, headers: isObject(headers) ? headers : {}, body };
}

/**
 * The answer in what n8n's request helper returns for a full response read as text.
 *
 * @throws EventLogFailure when it is anything else.
 */
function readAnswer(response: unknown): Answer {
	if (isObject(response) && typeof response.statusCode === 'number') {
		const { statusCode: status, headers, body = '' } = response;
		if (typeof body === 'string') return toAnswer(status, headers, body);
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
			return toAnswer(status, headers, typeof data === 'string' ? data : '');
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
