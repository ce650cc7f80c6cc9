import { EventLogFailure, isEventLogFailure } from '../errors/failure';
import { isJsonObject, memberOf, type JsonObject } from '../json/jsonValues';

const MAX_CAUSES = 6;

/** It is known by its shape, because errors of Node itself may be of another realm than this code. */
interface ThrownError extends JsonObject {
	readonly message: string;
}

/** Gives the failure behind what n8n's request helpers throw when no response of the service came. */
export function failureBehind(thrown: unknown): EventLogFailure {
	const causes = causesOf(thrown);
	return ownFailure(causes) ?? networkFailure(causes) ?? failureOfBlock(causes);
}

function causesOf(thrown: unknown): ThrownError[] {
	const causes: ThrownError[] = [];
	let current = thrown;
	while (causes.length < MAX_CAUSES && isThrownError(current)) {
		causes.push(current);
		current = current.cause;
	}
	return causes;
}

function isThrownError(value: unknown): value is ThrownError {
	return isJsonObject(value) && typeof value.message === 'string';
}

/**
 * The credential threw it, and n8n's helper wrapped it in an error of its own. An older n8n drops its cause;
 * what `EventLogFailure.response` holds, it keeps.
 */
function ownFailure(causes: readonly ThrownError[]): EventLogFailure | undefined {
	return causes
		.flatMap((error) => [error, memberOf(memberOf(error.context, 'data'), 'failure')])
		.find(isEventLogFailure);
}

const CODE = /^[A-Z][A-Z\d_]{1,60}$/;

/** Codes come from the operating system, from Node and from libraries. */
const KIND_BY_CODE = [
	[/CERT|^ERR_(?:TLS|SSL)_|^UNABLE_TO_|^EPROTO$/, 'certificateRefused'],
	[/^HPE_|^ERR_(?:NETWORK|BAD_RESPONSE|STREAM_PREMATURE_CLOSE)$/, 'connectionLost'],
	[/^(?:EAI_AGAIN|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/, 'connectionLost'],
	// These are codes of zlib, brotli and zstd.
	[/^Z_|^ERR_(?:BROTLI|ZLIB|ZSTD|_ERROR_)|^ZSTD_/, 'undecodable'],
	[/^ECONNREFUSED$/, 'connectionRefused'],
	[/^ENOTFOUND$/, 'hostNotFound'],
	[/^(?:ETIMEDOUT|ESOCKETTIMEDOUT|ECONNABORTED)$/, 'timedOut'],
	[/^ERR_CANCELED$/, 'stopped'],
] as const;

function networkFailure(causes: readonly ThrownError[]): EventLogFailure | undefined {
	// An n8n that drops the cause has its code as `httpCode`.
	for (const code of causes.flatMap((error) => [error.code, error.httpCode])) {
		if (typeof code !== 'string' || !CODE.test(code)) continue;
		const [, kind] = KIND_BY_CODE.find(([codes]) => codes.test(code)) ?? [];
		if (kind !== undefined) return new EventLogFailure(kind, { detail: code });
	}
	return undefined;
}

const BLOCKED = /domain not allowed|allowed domains|SSRF|blocked/i;

/** n8n's own refusals name the host and the rule, which the user needs, and nothing secret. */
function failureOfBlock(causes: readonly ThrownError[]): EventLogFailure {
	const blocked = causes.find(({ message }) => BLOCKED.test(message));
	if (blocked === undefined) return new EventLogFailure('requestFailed', {});
	const rule = blocked.message.replace(/[?#]\S*/g, '').slice(0, 300);
	return new EventLogFailure('requestBlocked', { detail: `${rule}.` });
}
