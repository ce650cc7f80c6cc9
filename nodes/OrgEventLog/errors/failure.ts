import { FAILURE_KINDS, type FactsByKind, type FailureKind } from './failureKinds';
import type { FailureCause } from './kinds/definition';
import type { RequestFacts } from './kinds/facts';

/**
 * The log could not be read. Its text says what happened and what to do. It stays what it is from
 * where it arises up to the nodes, which make n8n's own error of it.
 */
export class EventLogFailure<Kind extends FailureKind = FailureKind> extends Error {
	override readonly name = 'EventLogFailure';
	readonly description: string;

	/** @param declaredCause tells n8n's scheduler how to back off */
	constructor(
		readonly kind: Kind,
		readonly facts: FactsByKind[Kind],
		readonly declaredCause: FailureCause = FAILURE_KINDS[kind].cause,
	) {
		const { message, description } = FAILURE_KINDS[kind].text(facts);
		super(message);
		this.description = description + (facts.remark ?? '');
	}

	/**
	 * n8n's errors look here for the words of a service. They keep it, and an older n8n keeps nothing else
	 * of an error that it makes one of its own of. A status of 401 makes n8n renew the token and try once more.
	 */
	get response() {
		return { data: { failure: this }, ...(this.kind === 'accessTokenStale' && { status: 401 }) };
	}

	/** Gives the same failure, with more that is known of it. */
	with(facts: RequestFacts): EventLogFailure {
		return new EventLogFailure(this.kind, { ...facts, ...this.facts }, this.declaredCause);
	}

	/** Gives the same failure, of which n8n is told that it will pass. */
	asTemporary(): EventLogFailure {
		return new EventLogFailure(this.kind, this.facts, 'temporarily-unavailable');
	}
}

/** It goes by the shape, because n8n may have loaded the credential's and the node's copy of the class apart. */
export function isEventLogFailure(value: unknown): value is EventLogFailure {
	const isNamed = value instanceof Error && value.name === 'EventLogFailure';
	return isNamed && 'kind' in value && 'facts' in value;
}

/** The service may refuse this very query; no status is documented for that. */
export function mayRefuseQuery({ kind }: EventLogFailure): boolean {
	return FAILURE_KINDS[kind].mayRefuseQuery === true;
}

/** This operation is out of reach for good, which need not be so of the others: a key may read only Feed. */
export function isOutOfReach({ kind }: EventLogFailure): boolean {
	return kind === 'forbidden' || kind === 'notFound';
}

export function isTemporary({ declaredCause }: EventLogFailure): boolean {
	return declaredCause === 'temporarily-unavailable' || declaredCause === 'rate-limited';
}

/** A 503 may mean something else unless it says how long to wait. */
export function isRateLimited(failure: EventLogFailure): boolean {
	return failure.kind === 'rateLimited' || retryAfterMsOf(failure) !== undefined;
}

/** Some gateways say 403 of an old access token, others say so in words. */
export function needsNewToken({ kind, facts }: EventLogFailure): boolean {
	if (facts.authentication !== 'refreshToken' || facts.duringExchange) return false;
	const isSaid = kind === 'toldError' && 'isAboutToken' in facts && facts.isAboutToken === true;
	return isSaid || kind === 'accessTokenRefused' || kind === 'forbidden';
}

/** Gives milliseconds; undefined if the service does not ask to wait. */
export function retryAfterMsOf({ facts }: EventLogFailure): number | undefined {
	return 'retryAfterMs' in facts ? facts.retryAfterMs : undefined;
}

/**
 * Code that decides about failures gets them as values instead of catching them: n8n's lint lets a `catch`
 * throw n8n's own errors only, and those are made at the edge alone.
 */
export type Outcome<Value> = { readonly value: Value } | { readonly failure: EventLogFailure };

/** @throws EventLogFailure where there is no value */
export function valueOf<Value>(outcome: Outcome<Value>): Value {
	if ('value' in outcome) return outcome.value;
	throw outcome.failure;
}

/** @throws whatever the work throws that is no failure of ours */
export async function outcomeOf<Value>(work: Promise<Value>): Promise<Outcome<Value>> {
	return await work.then(
		(value) => ({ value }),
		(thrown: unknown) => {
			if (isEventLogFailure(thrown)) return { failure: thrown };
			throw thrown;
		},
	);
}
