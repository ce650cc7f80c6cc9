import { FAILURE_KINDS, type FactsByKind, type FailureKind } from './failureKinds';
import type { FailureCause } from './kinds/definition';
import type { RequestFacts } from './kinds/facts';

/**
 * The log could not be read. Its text says what happened and what to do. It stays what it is from
 * where it arises up to the nodes, which make n8n's own error of it.
 */
export class EventLogFailure<Kind extends FailureKind = FailureKind> extends Error {
	readonly description: string;

	/** @param cause what n8n is told, so that it backs off as the case deserves */
	constructor(
		readonly kind: Kind,
		readonly facts: FactsByKind[Kind],
		readonly declaredCause: FailureCause = FAILURE_KINDS[kind].cause,
		private readonly remark = '',
	) {
		const { message, description } = FAILURE_KINDS[kind].text(facts);
		super(message);
		this.name = 'EventLogFailure';
		this.description = description + remark;
	}

	/**
	 * n8n's errors look here for the words of a service. They keep it, and an older n8n keeps nothing else
	 * of an error that it makes one of its own of. A status of 401 makes n8n renew the token and try once more.
	 */
	get response() {
		return { data: { failure: this }, ...(this.kind === 'accessTokenStale' && { status: 401 }) };
	}

	/** The same failure, with what is known about its request. */
	ofRequest(request: RequestFacts): EventLogFailure {
		return new EventLogFailure(this.kind, { ...request, ...this.facts });
	}

	/** The same failure, as a poll tells it. */
	ofPoll(): EventLogFailure {
		return new EventLogFailure(
			this.kind,
			{ ...this.facts, isPoll: true as const },
			this.declaredCause,
			this.remark,
		);
	}

	/** The same failure, with something else to say behind its text. */
	remarking(sentence: string): EventLogFailure {
		return new EventLogFailure(this.kind, this.facts, this.declaredCause, ` ${sentence}.`);
	}

	/** The same failure, of which n8n is told that it will pass: as long as it may be an outage that looks so. */
	takenForOutage(): EventLogFailure {
		return new EventLogFailure(this.kind, this.facts, 'temporarily-unavailable');
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
		Object.keys(FAILURE_KINDS).includes(value.kind) &&
		'facts' in value
	);
}

/** Whether it may be this very query that the service refuses; no status is documented for that. */
export function mayRefuseQuery({ kind }: EventLogFailure): boolean {
	return FAILURE_KINDS[kind].mayRefuseQuery === true;
}

/** Whether this operation is out of reach for good, which need not be so of the others: a key may read only Feed. */
export function isOutOfReach({ kind }: EventLogFailure): boolean {
	return kind === 'forbidden' || kind === 'notFound';
}

/** Whether it may pass by itself. */
export function isTemporary({ declaredCause }: EventLogFailure): boolean {
	return declaredCause === 'temporarily-unavailable' || declaredCause === 'rate-limited';
}

/** Whether the service asks for fewer requests: a 503 may mean something else unless it says how long to wait. */
export function isRateLimited(failure: EventLogFailure): boolean {
	return failure.kind === 'rateLimited' || retryAfterMsOf(failure) !== undefined;
}

/** Whether a new access token may put it right: some gateways say 403 of an old one, others say so in words. */
export function needsNewToken({ kind, facts }: EventLogFailure): boolean {
	if (facts.authentication !== 'refreshToken' || facts.duringExchange) return false;
	return (
		kind === 'accessTokenRefused' ||
		kind === 'forbidden' ||
		(kind === 'toldError' && 'isAboutToken' in facts && facts.isAboutToken === true)
	);
}

/** How long the service asks to wait, milliseconds. */
export function retryAfterMsOf({ facts }: EventLogFailure): number | undefined {
	return 'retryAfterMs' in facts ? facts.retryAfterMs : undefined;
}

/**
 * What became of a request. Code that decides about failures gets them as values instead of catching
 * them: n8n's lint lets a `catch` throw n8n's own errors only, and those are made at the edge alone.
 */
export type Outcome<Value> = { readonly value: Value } | { readonly failure: EventLogFailure };

/** The value. @throws EventLogFailure where there is none */
export function valueOf<Value>(outcome: Outcome<Value>): Value {
	if ('value' in outcome) return outcome.value;
	throw outcome.failure;
}

/** What becomes of this work. @throws whatever it throws that is no failure of ours */
export async function outcomeOf<Value>(work: Promise<Value>): Promise<Outcome<Value>> {
	return await work.then(
		(value) => ({ value }),
		(thrown: unknown) => {
			if (isEventLogFailure(thrown)) return { failure: thrown };
			throw thrown;
		},
	);
}
