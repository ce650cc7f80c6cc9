import { EventLogFailure, isEventLogFailure } from '../errors/failure';
import { isJsonObject, memberOf, type JsonObject } from '../json/jsonValues';

const MAX_CAUSES = 6;
const STATUS = /^[1-5]\d\d$/;
const CODE = /^[A-Z][A-Z\d_]{1,60}$/;

/** By its shape: errors of Node itself may be of another realm than this code. */
interface ThrownError extends JsonObject {
	readonly message: string;
}

function isThrownError(value: unknown): value is ThrownError {
	return isJsonObject(value) && typeof value.message === 'string';
}

/** The error and what caused it, outermost first. */
export function causesOf(thrown: unknown): ThrownError[] {
	const causes: ThrownError[] = [];
	let current = thrown;
	while (causes.length < MAX_CAUSES && isThrownError(current)) {
		causes.push(current);
		current = current.cause;
	}
	return causes;
}

/**
 * Our own failure, which the credential threw and n8n's helper wrapped in an error of its own. An older
 * n8n drops its cause; what `EventLogFailure.response` holds, it keeps.
 */
export function failureBehind(thrown: unknown): EventLogFailure | undefined {
	return causesOf(thrown)
		.flatMap((error) => [error, memberOf(memberOf(error.context, 'data'), 'failure')])
		.find(isEventLogFailure);
}

/** The status of a response, where n8n's error has nothing else of it any more. */
export function statusOf({ httpCode }: ThrownError): number | undefined {
	return typeof httpCode === 'string' && STATUS.test(httpCode) ? Number(httpCode) : undefined;
}

/** Failures of a connection that came to nothing. */
type NetworkKind =
	| ('connectionRefused' | 'hostNotFound' | 'connectionLost' | 'timedOut')
	| ('stopped' | 'certificate' | 'undecodable');

/** By the code of the system or a library. */
const KIND_BY_CODE: ReadonlyArray<readonly [RegExp, NetworkKind]> = [
	[/CERT|^ERR_(?:TLS|SSL)_|^UNABLE_TO_|^EPROTO$/, 'certificate'],
	[/^HPE_|^ERR_(?:NETWORK|BAD_RESPONSE|STREAM_PREMATURE_CLOSE)$/, 'connectionLost'],
	[/^(?:EAI_AGAIN|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/, 'connectionLost'],
	// Of zlib, brotli and zstd.
	[/^Z_|^ERR_(?:BROTLI|ZLIB|ZSTD|_ERROR_)|^ZSTD_/, 'undecodable'],
	[/^ECONNREFUSED$/, 'connectionRefused'],
	[/^ENOTFOUND$/, 'hostNotFound'],
	[/^(?:ETIMEDOUT|ESOCKETTIMEDOUT|ECONNABORTED)$/, 'timedOut'],
	[/^ERR_CANCELED$/, 'stopped'],
];

const BLOCKED = /domain not allowed|allowed domains|SSRF|blocked/i;

function isCode(value: unknown): value is string {
	return typeof value === 'string' && CODE.test(value);
}

/** The failure behind what n8n's request helpers throw when no response of the service came. */
export function failureOfNetwork(thrown: unknown): EventLogFailure {
	for (const { code, httpCode } of causesOf(thrown)) {
		// Where n8n drops the cause, its error has the code as `httpCode`.
		const detail = [code, httpCode].find(isCode);
		const [, kind] = KIND_BY_CODE.find(([codes]) => codes.test(detail ?? '')) ?? [];
		if (kind !== undefined) return new EventLogFailure(kind, { detail });
	}
	const blocked = causesOf(thrown).find(({ message }) => BLOCKED.test(message));
	if (blocked === undefined) return new EventLogFailure('requestFailed', {});
	// n8n's own refusals name the host and the rule, which the user needs, and nothing secret.
	const rule = blocked.message.replace(/[?#]\S*/g, '').slice(0, 300);
	return new EventLogFailure('requestBlocked', { detail: `${rule}.` });
}
