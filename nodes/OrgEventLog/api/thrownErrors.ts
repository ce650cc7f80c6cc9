import { isEventLogFailure, type EventLogFailure } from '../errors/failure';
import { isJsonObject, memberOf, type JsonObject } from '../json/jsonValues';

const MAX_CAUSES = 6;
const STATUS = /^[1-5]\d\d$/;
const CODE = /^[A-Z][A-Z\d_]{1,60}$/;

/** By its shape: errors of Node itself may be of another realm than this code. */
export interface ThrownError extends JsonObject {
	readonly message: string;
}

function isThrownError(value: unknown): value is ThrownError {
	return isJsonObject(value) && typeof value.message === 'string';
}

/** The error and what caused it, outermost first. */
export function* causesOf(thrown: unknown): Generator<ThrownError> {
	let current = thrown;
	for (let depth = 0; depth < MAX_CAUSES && isThrownError(current); depth++) {
		yield current;
		current = current.cause;
	}
}

/**
 * The failure of ours that n8n's helper was handed by the credential and made an error of its own of.
 * An older n8n drops its cause; what `EventLogFailure.response` holds, it keeps.
 */
export function failureBehind(thrown: unknown): EventLogFailure | undefined {
	for (const error of causesOf(thrown)) {
		const kept = memberOf(memberOf(error.context, 'data'), 'failure');
		for (const candidate of [error, kept]) {
			if (isEventLogFailure(candidate)) return candidate;
		}
	}
	return undefined;
}

/** The code of a system or library. Where n8n drops the cause, its error has the code as `httpCode`. */
export function codeOf({ code, httpCode }: ThrownError): string | undefined {
	return [code, httpCode].find(isCode);
}

function isCode(value: unknown): value is string {
	return typeof value === 'string' && CODE.test(value);
}

/** The status of a response, where n8n's error has nothing else of it any more. */
export function statusOf({ httpCode }: ThrownError): number | undefined {
	return typeof httpCode === 'string' && STATUS.test(httpCode) ? Number(httpCode) : undefined;
}
