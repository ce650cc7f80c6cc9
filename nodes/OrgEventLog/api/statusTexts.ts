import type { FailureFacts } from './failureFacts';

/** What the user is told. */
export interface FailureText {
	/** What happened. */
	readonly message: string;
	/** What to do about it. */
	readonly description: string;
}

/** The service as messages name it. */
export const service = (facts: FailureFacts) => facts.origin ?? 'the service';
const isExchange = (facts: FailureFacts) => facts.during === 'exchange';

/** Milliseconds as a person says them. */
export function inSeconds(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

const CONSOLE_TOKEN =
	'In the management console, open your profile page, generate a new token and paste it into Refresh Token in the credential.';

/** 401, by mode. */
export function unauthorized(facts: FailureFacts): FailureText {
	if (facts.authentication === 'apiKey') {
		return {
			message: 'The API key was not accepted',
			description:
				'In the management console, open Settings, API Keys, check that the key still exists or add a new one, and paste its secret into API Key in the credential. If it is a refresh token, choose Refresh Token as Authentication.',
		};
	}
	if (isExchange(facts)) {
		return {
			message: 'The refresh token was not accepted',
			description: `${CONSOLE_TOKEN} If it is an API key, choose API Key as Authentication.`,
		};
	}
	return {
		message: 'The service accepts the refresh token, but not the access token it gave for it',
		description: `Check that Base URL in the credential is the address of your own organization. If it is: ${CONSOLE_TOKEN}`,
	};
}

/** 403, naming the scope. */
export function forbidden(facts: FailureFacts): FailureText {
	if (facts.authentication === 'apiKey') {
		return {
			message: 'The scope of the API key does not allow reading the event log',
			description:
				'In the management console, open Settings, API Keys, add a key whose scope allows reading events, and paste its secret into API Key in the credential.',
		};
	}
	if (isExchange(facts)) {
		return {
			message: 'The service does not give an access token for this refresh token',
			description: `Ask an administrator whether your user may use the API. ${CONSOLE_TOKEN}`,
		};
	}
	return {
		message: 'The owner of the refresh token may not read the event log',
		description:
			'Ask an administrator for a role whose scope allows reading events, or use the token of a user who has one.',
	};
}

/** 404, pointing at the base URL and the API version. */
export function notFound(facts: FailureFacts): FailureText {
	const version = isExchange(facts) ? 'v1' : (facts.apiVersion ?? 'v1');
	return {
		message: isExchange(facts)
			? 'There is no token exchange at this address'
			: 'There is no event log at this address',
		description: `Check Base URL in the credential: ${service(facts)} has no such path under /api/${version}.${
			version === 'v1' ? '' : ' The event log is documented under API version v1; choose that.'
		}`,
	};
}

/** 400 and the like, naming the field where the service does. */
export function badRequest(facts: FailureFacts): FailureText {
	if (isExchange(facts)) {
		return {
			message: 'The service does not accept the refresh token',
			description: `It answered with status ${facts.status ?? 400}. ${CONSOLE_TOKEN}`,
		};
	}
	const named = facts.namedParameters ?? [];
	return {
		message:
			named.length > 0
				? `The service does not accept the value of ${named.join(', ')}`
				: 'The service does not accept this request',
		description: `It answered with status ${facts.status ?? 400}. ${
			named.length > 0 ? 'Correct that field' : 'Check the filters, the time range and the options'
		} and run again.`,
	};
}

/** 429. */
export function rateLimited(facts: FailureFacts): FailureText {
	const wait =
		facts.retryAfterMs === undefined ? 'a while' : `at least ${inSeconds(facts.retryAfterMs)}`;
	return {
		message: 'The service asks for fewer requests',
		description: `Wait ${wait} before the next run. If this comes back: run less often, or read a shorter time range.`,
	};
}

/** 5xx. */
export function serviceDown(facts: FailureFacts): FailureText {
	return {
		message: isExchange(facts)
			? 'The service could not trade the refresh token for an access token'
			: 'The service could not answer',
		description: `It answered with status ${facts.status ?? 500}, which is on its side. Run again later${
			facts.retryAfterMs === undefined ? '' : `, after ${inSeconds(facts.retryAfterMs)}`
		}; if it lasts, tell the service's support.`,
	};
}

/** 3xx, naming where it points. */
export function redirected(facts: FailureFacts): FailureText {
	return {
		message: 'The service sends this request to another address',
		description: `It was not followed, because the token would go along. The answer points to ${
			facts.detail ?? 'an address that could not be read'
		}. If that is your organization's own address, enter it as Base URL in the credential.`,
	};
}
