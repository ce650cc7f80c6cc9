import { describeTime } from '../../text/times';
import {
	invalidCredential,
	overloaded,
	ownMistake,
	rateLimited,
	refusedQuery,
	retried,
	retriedOnce,
	settingOrOutage,
	temporary,
} from './definition';
import {
	CHECK_BASE_URL,
	type FailureTextOf,
	GENERATE_REFRESH_TOKEN,
	IF_RIGHTS_ARE_IN_ORDER,
	type RequestFacts,
	type Words,
	inSeconds,
	itSays,
	nameOfService,
	tryAgain,
	whatToDoAboutBaseUrl,
} from './facts';

interface OfStatus {
	readonly status: number;
	/** The service asks to wait as long. */
	readonly retryAfterMs?: number;
}

/** A scope or a role may allow some operations only. */
function nameOfOperation({ apiPath = '' }: RequestFacts): string {
	if (apiPath.endsWith('/feed')) return 'Feed';
	if (apiPath.endsWith('/count')) return 'Count';
	return apiPath.endsWith('/events') ? 'List' : 'the request';
}

/** A service may refuse a range that begins before what it keeps, or ends in the future. */
function whatToDoAboutRange({ afterMs, beforeMs, isPoll }: RequestFacts): string {
	const start = isPoll ? "a later start in 'Start From'" : 'a later start (From)';
	const end = isPoll ? undefined : 'an end (To) that is not in the future';
	const bounds = [
		{ said: 'after', atMs: afterMs, choice: start },
		{ said: 'before', atMs: beforeMs, choice: end },
	].filter(({ atMs }) => atMs !== undefined);
	if (bounds.length === 0) return '';
	const asked = bounds.map(({ said, atMs = 0 }) => `${said} ${describeTime(atMs)}`).join(' and ');
	const choices = bounds.flatMap(({ choice = [] }) => choice).join(', or ');
	const advice = choices === '' ? '' : ` If it refuses that time, choose ${choices}.`;
	return ` Events ${asked} were requested.${advice}`;
}

const serverError: FailureTextOf<OfStatus> = (facts) => {
	const { status, retryAfterMs } = facts;
	const when = retryAfterMs === undefined ? '' : `, after ${inSeconds(retryAfterMs)}`;
	const isCount = nameOfOperation(facts) === 'Count';
	return {
		message: facts.duringExchange
			? 'The service could not exchange the refresh token for an access token'
			: 'The service could not answer',
		description: `It responded with status ${status}, a fault on its side. ${tryAgain(facts, ` later${when}`)} If it happens again, ${
			isCount ? "turn on 'Exact Count' to count without asking for a number, or " : ''
		}contact the service's support.`,
	};
};

export const STATUS_FAILURES = {
	/** 400 and the like: which of filters, options and bounds it is only the service's words tell. */
	badRequest: refusedQuery<OfStatus & Words>((facts) => {
		if (facts.duringExchange) {
			return {
				message: 'The service does not accept the refresh token',
				description: `It responded with status ${facts.status}.${itSays(facts)} ${GENERATE_REFRESH_TOKEN}`,
			};
		}
		return {
			message: 'The service does not accept this request',
			description: `It responded with status ${facts.status}.${itSays(facts)}${whatToDoAboutRange(facts)} Check the filters${
				facts.isPoll ? '' : ', the time range'
			} and the options.`,
		};
	}),
	unauthorized: invalidCredential<OfStatus>((facts) => {
		if (facts.authentication === 'apiKey') {
			return {
				message: 'The API key was not accepted',
				description:
					'In the management console, open Settings → API Keys and check that the key still exists. If not, add a new one and paste its secret into API Key in the credential. If you pasted a refresh token, set Authentication to Refresh Token.',
			};
		}
		return {
			message: 'The refresh token was not accepted',
			description: `${GENERATE_REFRESH_TOKEN} If you pasted an API key, set Authentication to API Key.`,
		};
	}),
	/** Another exchange may have ended it: some services accept the newest access token alone. */
	accessTokenRefused: retried<OfStatus>((facts) => ({
		message: 'The service does not accept the access token that it has just issued',
		description: `${tryAgain(facts)} Something else may use the same refresh token, and the service may accept only the newest access token. If it happens again, check that Base URL in the credential is your own organization's address. If it is, replace the refresh token. ${GENERATE_REFRESH_TOKEN}`,
	})),
	forbidden: invalidCredential<OfStatus>((facts) => {
		if (facts.authentication === 'apiKey') {
			return {
				message: 'The scope of the API key does not allow reading the event log',
				description: `The service refused ${nameOfOperation(facts)}. In the management console, open Settings → API Keys and add a key whose scope allows reading events. Paste its secret into API Key in the credential. ${IF_RIGHTS_ARE_IN_ORDER}`,
			};
		}
		if (facts.duringExchange) {
			return {
				message: 'The service refuses to issue an access token for this refresh token',
				description: `Ask an administrator whether your user is allowed to use the API. ${GENERATE_REFRESH_TOKEN} ${IF_RIGHTS_ARE_IN_ORDER}`,
			};
		}
		return {
			message: 'The owner of the refresh token is not allowed to read the event log',
			description: `The service refused ${nameOfOperation(facts)}. Ask an administrator for a role that allows reading events, or use the token of a user who has one. ${IF_RIGHTS_ARE_IN_ORDER}`,
		};
	}),
	notFound: settingOrOutage<OfStatus>((facts) => {
		const version = facts.duringExchange ? 'v1' : (facts.apiVersion ?? 'v1');
		const { basePath = '', apiPath = `/api/${version}` } = facts;
		return {
			message: facts.duringExchange
				? 'There is no token exchange at this address'
				: 'There is no event log at this address',
			description: `${whatToDoAboutBaseUrl(facts)}: ${nameOfService(facts)} has nothing at ${basePath}${apiPath}.${
				version === 'v1' ? '' : ' Set API Version to V1, which is the documented one.'
			}`,
		};
	}),
	proxyRefused: temporary<OfStatus>((facts) => ({
		message: 'A proxy between n8n and the service requires a login',
		description: `It responded with status 407, so the request did not reach the service. ${tryAgain(facts, ' later')} If it happens again, check the user name and password in n8n's HTTPS_PROXY, or ask the administrator of the proxy.`,
	})),
	timedOutByService: retriedOnce<OfStatus>((facts) => ({
		message: 'The service gave up waiting for the request',
		description: `It responded with status 408. ${tryAgain(facts, ' later')} If it happens again, check the network and any proxy between n8n and the service.`,
	})),
	rateLimited: rateLimited<OfStatus>((facts) => ({
		message: 'The service asks for fewer requests',
		description: `${facts.isPoll ? 'It asks to wait' : 'Wait'} ${
			facts.retryAfterMs ? `at least ${inSeconds(facts.retryAfterMs)}` : 'a while'
		}. ${
			facts.isPoll
				? `${tryAgain(facts)} If it happens again, poll less often (Poll Times), or use this credential in fewer workflows.`
				: 'Then try again. If it happens again, run less often or read a shorter time range.'
		}`,
	})),
	internalError: ownMistake(serverError),
	overloaded: overloaded(serverError),
	serverError: retried(serverError),
	redirected: settingOrOutage<OfStatus>(({ origin }) => ({
		message: 'The service redirects this request to another address',
		description: `The node did not follow the redirect, because that would send the token along. Open ${origin ?? 'Base URL'} in a browser to see where it leads. If that is your organization's own address, enter it as Base URL in the credential.`,
	})),
	unexpectedStatus: temporary<OfStatus>(({ status }) => ({
		message: 'The service responded with an unexpected status',
		description: `The status is ${status}. ${CHECK_BASE_URL}`,
	})),
};
