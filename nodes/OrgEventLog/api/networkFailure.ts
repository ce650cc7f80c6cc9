import { EventLogFailure, isEventLogFailure } from '../errors/failure';
import type { FailureKind } from '../errors/failureKinds';

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
	ETIMEDOUT: 'timedOut',
	ESOCKETTIMEDOUT: 'timedOut',
	ECONNABORTED: 'timedOut',
	ERR_CANCELED: 'stopped',
	EPROTO: 'certificate',
};

const CERTIFICATE_CODE = /CERT|^ERR_(?:TLS|SSL)_|^UNABLE_TO_/;
const NOT_HTTP_CODE = /^HPE_/;
const BLOCKED = /domain not allowed|allowed domains|SSRF|blocked/i;
const MAX_CAUSES = 6;

function kindOfCode(code: string): FailureKind | undefined {
	if (CERTIFICATE_CODE.test(code)) return 'certificate';
	if (NOT_HTTP_CODE.test(code)) return 'connectionLost';
	return KIND_BY_CODE[code];
}

/** The error and what caused it, outermost first. */
export function* causesOf(thrown: unknown): Generator<Error> {
	let current = thrown;
	for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth++) {
		yield current;
		current = 'cause' in current ? current.cause : undefined;
	}
}

function codeOf(error: Error): string | undefined {
	return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** n8n's own refusals name the host and the rule, which the user needs, and nothing secret. */
function toBlocked(error: Error): EventLogFailure {
	const detail = error.message.replace(/[?#]\S*/g, '').slice(0, 300);
	return new EventLogFailure('requestBlocked', { detail: `${detail}.` });
}

/** The failure behind what n8n's request helpers throw when no response of the service came. */
export function failureOfNetwork(thrown: unknown): EventLogFailure {
	for (const error of causesOf(thrown)) {
		if (isEventLogFailure(error)) return error;
	}
	for (const error of causesOf(thrown)) {
		const code = codeOf(error);
		const kind = code === undefined ? undefined : kindOfCode(code);
		if (kind !== undefined) return new EventLogFailure(kind, { detail: code });
	}
	for (const error of causesOf(thrown)) {
		if (BLOCKED.test(error.message)) return toBlocked(error);
	}
	return new EventLogFailure('requestFailed');
}
