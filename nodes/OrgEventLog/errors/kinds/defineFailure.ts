export type Authentication = 'refreshToken' | 'apiKey';

/**
 * The request that failed, as far as it is known. No facts hold a secret. Of a body they hold only the plain
 * `words`, and of filters' values only what `explanation` says.
 */
export interface RequestFacts {
	/** The refresh token was being exchanged for an access token; otherwise events were read. */
	readonly duringExchange?: true;
	readonly authentication?: Authentication;
	/** Scheme and host of the base URL. */
	readonly origin?: string;
	/** The path of the base URL in front of the API's own, where it has one. */
	readonly basePath?: string;
	/** The path of the API that was asked for, behind the base URL. */
	readonly apiPath?: string;
	readonly apiVersion?: string;
	readonly timeoutMs?: number;
	/** A trigger tries again by itself and has no time range. */
	readonly isPoll?: true;
}

/** The service's own words: short, on one line, without what may be a secret. */
export interface ServiceWords {
	readonly words?: string;
}

/** A fixed phrase or a system code that makes the description more exact. */
export interface DetailFacts {
	readonly detail: string;
}

/** The message says what happened, the description what to do about it. */
export type DescribeFailure<Facts extends object = object> = (facts: Facts & RequestFacts) => {
	readonly message: string;
	readonly description: string;
};

/** n8n's scheduler goes by one of these causes when it backs off. */
export type FailureCause =
	'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';

interface Treatment {
	readonly cause: FailureCause;
	/** Without it, only a new access token is a reason to repeat the request. */
	readonly maxRetries?: number;
	/** The service asks for fewer requests, so this one is repeated alone. */
	readonly isThrottling?: true;
	/** The service may refuse this very query. */
	readonly mayRefuseQuery?: true;
	/** A proxy in front of the service may answer so while that is away. */
	readonly mayBeOutage?: true;
}

/** A kind of failure decides what the user and n8n are told, and how the request is repeated. */
export interface FailureDefinition<Facts extends object> extends Treatment {
	readonly describe: DescribeFailure<Facts>;
}

const SETTING = { cause: 'configuration-invalid' } as const;
const OUTAGE = { ...SETTING, mayBeOutage: true } as const;
const TEMPORARY = { cause: 'temporarily-unavailable' } as const;
/** The wait doubles from half a second, so only the last of these retries waits for up to a minute. */
const THROTTLING = { maxRetries: 8, isThrottling: true } as const;

const TREATMENTS = {
	invalidCredential: { cause: 'credential-invalid' },
	invalidSetting: SETTING,
	refusedQuery: { ...SETTING, mayRefuseQuery: true },
	settingOrOutage: OUTAGE,
	settingOrOutageOneRetry: { ...OUTAGE, maxRetries: 1 },
	temporary: TEMPORARY,
	oneRetry: { ...TEMPORARY, maxRetries: 1 },
	threeRetries: { ...TEMPORARY, maxRetries: 3 },
	/** Status 500 is documented as the service's own mistake, which it may repeat for good. */
	serviceMistake: { ...TEMPORARY, maxRetries: 1, mayRefuseQuery: true },
	overload: { ...TEMPORARY, ...THROTTLING },
	rateLimit: { cause: 'rate-limited', ...THROTTLING },
} as const satisfies Readonly<Record<string, Treatment>>;

export function defineFailure<Facts extends object = object>(
	treatment: keyof typeof TREATMENTS,
	describe: DescribeFailure<Facts>,
): FailureDefinition<Facts> {
	return { ...TREATMENTS[treatment], describe };
}
