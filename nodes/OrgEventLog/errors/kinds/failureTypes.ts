export type Authentication = 'refreshToken' | 'apiKey';

/** No fact holds a secret. `words` may quote the service; an `explanation` may quote the log. */
export interface RequestFacts {
	/** The request was to exchange the refresh token for an access token, not to read events. */
	readonly isExchange?: true;
	readonly authentication?: Authentication;
	readonly origin?: string;
	/** The base URL has this path behind its origin, and the API's own path follows. */
	readonly basePath?: string;
	readonly apiPath?: string;
	readonly apiVersion?: string;
	readonly timeoutMs?: number;
	/** A trigger tries again by itself and has no time range. */
	readonly isPoll?: true;
}

/** The words are short, on one line, and without what may be a secret. */
export interface ServiceWords {
	readonly words?: string;
}

/** A fixed phrase, a system code or n8n's own words make the description more exact. */
export interface DetailFacts {
	readonly detail: string;
}

/** The message says what happened, and the description says what to do about it. */
export type DescribeFailure<Facts extends object = object> = (facts: Facts & RequestFacts) => {
	readonly message: string;
	readonly description: string;
};

/** n8n's scheduler decides by the cause how to back off. */
export type FailureCause =
	'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';

interface Treatment {
	readonly cause: FailureCause;
	/** Without this, only a new access token is a reason to repeat the request. */
	readonly maxRetries?: number;
	/** The service asks for fewer requests, so this one is repeated alone. */
	readonly isThrottling?: true;
	/** The service may refuse this very query, and answer others. */
	readonly mayMeanRefusedQuery?: true;
	/** A proxy may answer like this while the service behind it is down. */
	readonly mayMeanOutage?: true;
}

/** A kind of failure decides what the user and n8n are told, and how the request is repeated. */
export interface FailureDefinition<Facts extends object> extends Treatment {
	readonly describe: DescribeFailure<Facts>;
}

const SETTING = { cause: 'configuration-invalid' } as const;
const SETTING_OR_OUTAGE = { ...SETTING, mayMeanOutage: true } as const;
const TEMPORARY = { cause: 'temporarily-unavailable' } as const;
/** If the service names no time, waits double from half a second: only the last of these lasts up to a minute. */
const THROTTLING = { maxRetries: 8, isThrottling: true } as const;

const TREATMENTS = {
	invalidCredential: { cause: 'credential-invalid' },
	invalidSetting: SETTING,
	refusedQuery: { ...SETTING, mayMeanRefusedQuery: true },
	settingOrOutage: SETTING_OR_OUTAGE,
	settingOrOutageOneRetry: { ...SETTING_OR_OUTAGE, maxRetries: 1 },
	temporary: TEMPORARY,
	oneRetry: { ...TEMPORARY, maxRetries: 1 },
	threeRetries: { ...TEMPORARY, maxRetries: 3 },
	/** Status 500 is documented as the service's own mistake, which it may repeat for good. */
	serviceMistake: { ...TEMPORARY, maxRetries: 1, mayMeanRefusedQuery: true },
	overload: { ...TEMPORARY, ...THROTTLING },
	rateLimit: { cause: 'rate-limited', ...THROTTLING },
} as const satisfies Readonly<Record<string, Treatment>>;

export function defineFailure<Facts extends object = object>(
	treatment: keyof typeof TREATMENTS,
	describe: DescribeFailure<Facts>,
): FailureDefinition<Facts> {
	return { ...TREATMENTS[treatment], describe };
}
