import { FAILURE_TEXTS, type FailureKind } from './failureTexts';

/** How the credential proves who asks. */
export type Authentication = 'refreshToken' | 'apiKey';

/** What may be said about a failure. Nothing here may hold a secret, a body or a filter's value. */
export interface FailureFacts {
	/** What was going on: reading events, or trading the refresh token for an access token. */
	readonly during?: 'reading' | 'exchange';
	readonly authentication?: Authentication;
	readonly status?: number;
	/** Scheme and host of the base URL. */
	readonly origin?: string;
	readonly apiVersion?: string;
	/** Query parameters of this request that the service's answer names. */
	readonly namedParameters?: readonly string[];
	/** How long the service asks to wait, milliseconds. */
	readonly retryAfterMs?: number;
	readonly timeoutMs?: number;
	/** A fixed phrase or a system code that makes the description more exact. */
	readonly detail?: string;
}

/** Something went wrong between here and the service; its text says what and what to do. */
export class EventLogFailure extends Error {
	readonly description: string;

	constructor(
		readonly kind: FailureKind,
		readonly facts: FailureFacts = {},
	) {
		const { message, description } = FAILURE_TEXTS[kind].text(facts);
		super(message);
		this.name = 'EventLogFailure';
		this.description = description;
	}
}

/**
 * Whether this is a failure of ours. By its shape: n8n may have loaded the credential's and the
 * node's copy of the class apart.
 */
export function isEventLogFailure(value: unknown): value is EventLogFailure {
	return (
		value instanceof Error &&
		value.name === 'EventLogFailure' &&
		'kind' in value &&
		typeof value.kind === 'string' &&
		value.kind in FAILURE_TEXTS &&
		'facts' in value
	);
}

/** The same failure, told with what is known of the surroundings. Anything else stays as it is. */
export function withFacts(thrown: unknown, facts: FailureFacts): unknown {
	if (!isEventLogFailure(thrown)) return thrown;
	return new EventLogFailure(thrown.kind, { ...facts, ...thrown.facts });
}
