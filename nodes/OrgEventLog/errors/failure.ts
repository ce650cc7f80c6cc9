import type { FailureFacts } from './failureFacts';
import { FAILURE_KINDS, type FailureCause, type FailureKind } from './failureKinds';

/**
 * The log could not be read. Its text says what happened and what to do. It stays what it is from
 * where it arises up to the nodes, which make n8n's own error of it.
 */
export class EventLogFailure extends Error {
	readonly description: string;

	constructor(
		readonly kind: FailureKind,
		readonly facts: FailureFacts = {},
	) {
		const { message, description } = FAILURE_KINDS[kind].text(facts);
		super(message);
		this.name = 'EventLogFailure';
		this.description = description;
	}

	/**
	 * Where n8n's errors look for what a service said. They keep it, and an older n8n keeps nothing else
	 * of an error that it makes one of its own of.
	 */
	get response() {
		return { data: { failure: this } };
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

/** What n8n is told of it, so that it backs off as the case deserves. */
export function causeOf({ kind, facts }: EventLogFailure): FailureCause {
	return facts.isTakenForOutage ? 'temporarily-unavailable' : FAILURE_KINDS[kind].cause;
}

/** Whether it may be this very query that the service refuses; no status is documented for that. */
export function mayRefuseQuery({ kind }: EventLogFailure): boolean {
	return FAILURE_KINDS[kind].mayRefuseQuery === true;
}

/** Whether this operation is out of reach for good, which need not be so of the others: a key may read only Feed. */
export function isOutOfReach({ kind }: EventLogFailure): boolean {
	return kind === 'forbidden' || kind === 'notFound';
}

/** The same failure, with what is known about its request. */
export function withFacts({ kind, facts }: EventLogFailure, known: FailureFacts): EventLogFailure {
	return new EventLogFailure(kind, { ...known, ...facts });
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
