import { EventLogFailure, isEventLogFailure } from '../errors/failure';
import { isJsonObject, memberOf, type JsonObject } from '../json/jsonValues';

const MAX_CAUSES = 6;
const CODE = /^[A-Z][A-Z\d_]{1,60}$/;

const KIND_BY_CODE = [
	[/CERT|^ERR_(?:TLS|SSL)_|^UNABLE_TO_|^EPROTO$/, 'certificateRefused'],
	[/^HPE_|^ERR_(?:NETWORK|BAD_RESPONSE|STREAM_PREMATURE_CLOSE)$/, 'connectionLost'],
	[/^(?:EAI_AGAIN|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/, 'connectionLost'],
	// A body whose compression is broken fails with the codes of zlib, brotli or zstd.
	[/^Z_|^ERR_(?:BROTLI|ZLIB|ZSTD|_ERROR_)|^ZSTD_/, 'brokenJson'],
	[/^ECONNREFUSED$/, 'connectionRefused'],
	[/^ENOTFOUND$/, 'hostNotFound'],
	[/^(?:ETIMEDOUT|ESOCKETTIMEDOUT|ECONNABORTED)$/, 'timedOut'],
	[/^ERR_CANCELED$/, 'stopped'],
] as const;

const BLOCKED = /domain not allowed|allowed domains|SSRF|blocked/i;

/** Gives the failure behind what n8n's request helpers throw when no response of the service came. */
export function failureOfThrown(thrown: unknown): EventLogFailure {
	const errors = causesOf(thrown);
	return findWrappedFailure(errors) ?? findNetworkFailure(errors) ?? failureOfMessage(errors);
}

/** Errors are known by their shape, because Node's own may be of another realm than this code. */
function causesOf(thrown: unknown): readonly JsonObject[] {
	const errors: JsonObject[] = [];
	for (let error = thrown; isJsonObject(error) && errors.length < MAX_CAUSES; error = error.cause)
		errors.push(error);
	return errors;
}

/** n8n wraps what the credential throws. An older n8n drops the cause, but keeps `EventLogFailure.response`. */
function findWrappedFailure(errors: readonly JsonObject[]): EventLogFailure | undefined {
	return errors
		.flatMap((error) => [error, memberOf(memberOf(error.context, 'data'), 'failure')])
		.find(isEventLogFailure);
}

/** An older n8n drops the cause, but keeps its code as `httpCode`. */
function findNetworkFailure(errors: readonly JsonObject[]): EventLogFailure | undefined {
	for (const code of errors.flatMap((error) => [error.code, error.httpCode])) {
		if (typeof code !== 'string' || !CODE.test(code)) continue;
		const [, kind] = KIND_BY_CODE.find(([codes]) => codes.test(code)) ?? [];
		if (kind !== undefined) return new EventLogFailure(kind, { detail: code });
	}
	return undefined;
}

/** n8n's own refusals name the host and the rule, which the user needs, and nothing secret. */
function failureOfMessage(errors: readonly JsonObject[]): EventLogFailure {
	const messages = errors.map(({ message }) => (typeof message === 'string' ? message : ''));
	const refusal = messages.find((message) => BLOCKED.test(message));
	if (refusal === undefined) return new EventLogFailure('requestFailed', {});
	const rule = refusal.replace(/[?#]\S*/g, '').slice(0, 300);
	return new EventLogFailure('requestBlocked', { detail: `${rule}.` });
}
