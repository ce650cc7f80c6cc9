import type { Answer } from './answer';
import { EventLogFailure, isEventLogFailure } from './failures';
import { causesOf } from './noAnswer';

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null;
}

/**
 * The answer in what n8n's request helper returns for a full response read as text.
 *
 * @throws EventLogFailure when it is anything else.
 */
export function readAnswer(response: unknown): Answer {
	if (isObject(response) && typeof response.statusCode === 'number') {
		const { statusCode: status, headers, body = '' } = response;
		if (typeof body === 'string')
			return { status, headers: isObject(headers) ? headers : {}, body };
	}
	throw new EventLogFailure('requestFailed', { detail: 'n8n gave no response' });
}

/** The service's answer behind an error of n8n's request helper, if there was one. */
export function answerBehind(thrown: unknown): Answer | undefined {
	for (const error of causesOf(thrown)) {
		if (isEventLogFailure(error)) return undefined;
		const response = 'response' in error ? error.response : undefined;
		if (isObject(response) && typeof response.status === 'number') {
			const { status, headers, data } = response;
			const body = typeof data === 'string' ? data : '';
			return { status, headers: isObject(headers) ? headers : {}, body };
		}
	}
	return undefined;
}
