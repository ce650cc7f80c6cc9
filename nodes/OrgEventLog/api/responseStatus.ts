import { EventLogFailure } from '../errors/failure';
import { FAILURE_KINDS, type StatusKind } from '../errors/failureKinds';
import type { RequestFacts, ServiceWords } from '../errors/kinds/facts';
import { type ResponseHeaders, readRetryAfterMs } from './headerTimes';
import { readServiceWords } from './serviceWords';

export interface ServiceResponse {
	readonly status: number;
	readonly headers: ResponseHeaders;
	readonly body: Buffer;
}

/** A digit stands for all other statuses of its class. */
const KIND_BY_STATUS: Readonly<Record<number, StatusKind>> = {
	3: 'redirected',
	4: 'badRequest',
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	407: 'unexpectedStatus',
	408: 'serverError',
	410: 'notFound',
	429: 'rateLimited',
	5: 'serverError',
	500: 'internalError',
	503: 'overloaded',
};

/** Gives the failure that a response stands for whose status is not 200 to 204. */
export function failureOfStatus(
	{ status, headers, body }: ServiceResponse,
	{ authentication, duringExchange }: RequestFacts,
	nowMs: number,
): EventLogFailure {
	const isAccessToken = authentication === 'refreshToken' && !duringExchange;
	const byStatus = KIND_BY_STATUS[status] ?? KIND_BY_STATUS[Math.floor(status / 100)];
	const kind = status === 401 && isAccessToken ? 'accessTokenRefused' : byStatus;
	const { isThrottling = false } = FAILURE_KINDS[kind ?? 'unexpectedStatus'];
	return new EventLogFailure(kind ?? 'unexpectedStatus', {
		status,
		retryAfterMs: readRetryAfterMs(headers, nowMs, isThrottling),
		...(kind === 'badRequest' && readWordsOfRefusal(body)),
	});
}

/** A page of HTML has no words that help. */
function readWordsOfRefusal(body: Buffer): ServiceWords {
	try {
		return readServiceWords(JSON.parse(body.toString())) ?? {};
	} catch {
		return {};
	}
}
