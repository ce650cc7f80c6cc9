import type { DescribeFailure, RequestFacts, ServiceWords } from './failureTypes';
import { defineFailure } from './failureTypes';
import {
	CHECK_BASE_URL,
	CHECK_BASE_URL_IF_PERMITTED,
	GENERATE_REFRESH_TOKEN,
	adviseOnBaseUrl,
	adviseRetry,
	formatSeconds,
	nameService,
	quoteService,
} from './phrases';

interface StatusFacts {
	readonly status: number;
	/** The service asks to wait for this long. */
	readonly retryAfterMs?: number;
}

/** A scope or a role may allow some operations only. */
function nameOperation({ apiPath = '' }: RequestFacts): string {
	if (apiPath.endsWith('/feed')) return 'Feed';
	if (apiPath.endsWith('/count')) return 'Count';
	return apiPath.endsWith('/events') ? 'List' : 'the request';
}

const describeServerError: DescribeFailure<StatusFacts> = (facts) => {
	const { status, retryAfterMs } = facts;
	const when = retryAfterMs ? `, after ${formatSeconds(retryAfterMs)}` : '';
	return {
		message: facts.isExchange
			? 'The service could not exchange the refresh token for an access token'
			: 'The service could not answer',
		description: `It responded with status ${status}, a fault on its side. ${adviseRetry(facts, ` later${when}`)} If it happens again, ${
			nameOperation(facts) === 'Count'
				? "turn on 'Exact Count' to count without asking for a number, or "
				: ''
		}contact the service's support.`,
	};
};

export const STATUS_FAILURES = {
	/** Only the service's words tell which filter, option or bound it refuses. */
	badRequest: defineFailure<StatusFacts & ServiceWords>('refusedQuery', (facts) => ({
		message: facts.isExchange
			? 'The service does not accept the refresh token'
			: 'The service does not accept this request',
		description: `It responded with status ${facts.status}.${quoteService(facts)} ${
			facts.isExchange
				? GENERATE_REFRESH_TOKEN
				: `Check the filters${facts.isPoll ? '' : ', the time range'} and the options.`
		}`,
	})),
	unauthorized: defineFailure<StatusFacts>('invalidCredential', ({ authentication }) => {
		const isKey = authentication === 'apiKey';
		return {
			message: isKey ? 'The API key was not accepted' : 'The refresh token was not accepted',
			description: isKey
				? 'In the management console, open Settings → API Keys and check that the key still exists. If not, add a new one and paste its secret into API Key in the credential. If you pasted a refresh token, set Authentication to Refresh Token.'
				: `${GENERATE_REFRESH_TOKEN} If you pasted an API key, set Authentication to API Key.`,
		};
	}),
	/** Another exchange may have ended the token: some services accept the newest one alone. */
	accessTokenRefused: defineFailure<StatusFacts>('threeRetries', (facts) => ({
		message: 'The service does not accept the access token that it has just issued',
		description: `${adviseRetry(facts)} Something else may use the same refresh token, and the service may accept only the newest access token. If it happens again, check that Base URL in the credential is your own organization's address. If it is, replace the refresh token. ${GENERATE_REFRESH_TOKEN}`,
	})),
	forbidden: defineFailure<StatusFacts>('invalidCredential', (facts) => {
		if (facts.authentication === 'apiKey')
			return {
				message: 'The scope of the API key does not allow reading the event log',
				description: `The service refused ${nameOperation(facts)}. In the management console, open Settings → API Keys and add a key whose scope allows reading events. Paste its secret into API Key in the credential. ${CHECK_BASE_URL_IF_PERMITTED}`,
			};
		if (facts.isExchange)
			return {
				message: 'The service refuses to issue an access token for this refresh token',
				description: `Ask an administrator whether your user is allowed to use the API. ${GENERATE_REFRESH_TOKEN} ${CHECK_BASE_URL_IF_PERMITTED}`,
			};
		return {
			message: 'The owner of the refresh token is not allowed to read the event log',
			description: `The service refused ${nameOperation(facts)}. Ask an administrator for a role that allows reading events, or use the token of a user who has one. ${CHECK_BASE_URL_IF_PERMITTED}`,
		};
	}),
	notFound: defineFailure<StatusFacts>('settingOrOutage', (facts) => {
		const version = facts.isExchange ? 'v1' : (facts.apiVersion ?? 'v1');
		const { basePath = '', apiPath = `/api/${version}` } = facts;
		return {
			message: facts.isExchange
				? 'There is no token exchange at this address'
				: 'There is no event log at this address',
			description: `${adviseOnBaseUrl(facts)}: ${nameService(facts)} has nothing at ${basePath}${apiPath}.${
				version === 'v1' ? '' : ' Set API Version to V1, which is the documented one.'
			}`,
		};
	}),
	rateLimited: defineFailure<StatusFacts>('rateLimit', (facts) => ({
		message: 'The service asks for fewer requests',
		description: `${facts.isPoll ? 'It asks to wait' : 'Wait'} ${
			facts.retryAfterMs ? `at least ${formatSeconds(facts.retryAfterMs)}` : 'a while'
		}. ${
			facts.isPoll
				? `${adviseRetry(facts)} If it happens again, poll less often (Poll Times), or use this credential in fewer workflows.`
				: 'Then try again. If it happens again, run less often or read a shorter time range.'
		}`,
	})),
	internalError: defineFailure('serviceMistake', describeServerError),
	overloaded: defineFailure('overload', describeServerError),
	serverError: defineFailure('threeRetries', describeServerError),
	redirected: defineFailure<StatusFacts>('settingOrOutage', ({ origin }) => ({
		message: 'The service redirects this request to another address',
		description: `The node did not follow the redirect, because that would send the token along. Open ${origin ?? 'Base URL'} in a browser to see where it leads. If that is your organization's own address, enter it as Base URL in the credential.`,
	})),
	unexpectedStatus: defineFailure<StatusFacts>('temporary', ({ status }) => ({
		message: 'The service responded with an unexpected status',
		description: `The status is ${status}. ${CHECK_BASE_URL}`,
	})),
};
