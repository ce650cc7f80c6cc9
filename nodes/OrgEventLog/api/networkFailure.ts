import { EventLogFailure } from '../errors/failure';
import type { FailureKind } from '../errors/failureKinds';
import { causesOf, codeOf, type ThrownError } from './thrownErrors';

/** System and library codes of a connection that came to nothing. */
const KIND_BY_CODE: Readonly<Record<string, FailureKind>> = {
	ECONNREFUSED: 'connectionRefused',
	ENOTFOUND: 'hostNotFound',
	EAI_AGAIN: 'connectionLost',
	ECONNRESET: 'connectionLost',
	EPIPE: 'connectionLost',
	EHOSTUNREACH: 'connectionLost',
	ENETUNREACH: 'connectionLost',
	ENETDOWN: 'connectionLost',
	ERR_NETWORK: 'connectionLost',
	ERR_BAD_RESPONSE: 'connectionLost',
	ERR_STREAM_PREMATURE_CLOSE: 'connectionLost',
	ETIMEDOUT: 'timedOut',
	ESOCKETTIMEDOUT: 'timedOut',
	ECONNABORTED: 'timedOut',
	ERR_CANCELED: 'stopped',
	EPROTO: 'certificate',
};

const CERTIFICATE_CODE = /CERT|^ERR_(?:TLS|SSL)_|^UNABLE_TO_/;
const NOT_HTTP_CODE = /^HPE_/;
/** Of zlib, brotli and zstd. */
const COMPRESSION_CODE = /^Z_|^ERR_(?:BROTLI|ZLIB|ZSTD|_ERROR_)|^ZSTD_/;
const BLOCKED = /domain not allowed|allowed domains|SSRF|blocked/i;

function kindOfCode(code: string): FailureKind | undefined {
	if (CERTIFICATE_CODE.test(code)) return 'certificate';
	if (NOT_HTTP_CODE.test(code)) return 'connectionLost';
	if (COMPRESSION_CODE.test(code)) return 'undecodable';
	return KIND_BY_CODE[code];
}

/** n8n's own refusals name the host and the rule, which the user needs, and nothing secret. */
function toBlocked(error: ThrownError): EventLogFailure {
	const detail = error.message.replace(/[?#]\S*/g, '').slice(0, 300);
	return new EventLogFailure('requestBlocked', { detail: `${detail}.` });
}

/** The failure behind what n8n's request helpers throw when no response of the service came. */
export function failureOfNetwork(thrown: unknown): EventLogFailure {
	for (const error of causesOf(thrown)) {
		const code = codeOf(error);
		const kind = code === undefined ? undefined : kindOfCode(code);
		if (kind !== undefined) return new EventLogFailure(kind, { detail: code });
	}
	for (const error of causesOf(thrown)) {
		if (BLOCKED.test(error.message)) return toBlocked(error);
	}
	return new EventLogFailure('requestFailed', {});
}
