import { CONNECTION_FAILURES } from './kinds/connectionFailures';
import { CREDENTIAL_FAILURES } from './kinds/credentialFailures';
import type { FailureCause, FailureDefinition, RequestFacts } from './kinds/failureTypes';
import { OPERATION_FAILURES } from './kinds/operationFailures';
import { RESPONSE_FAILURES } from './kinds/responseFailures';
import { STATUS_FAILURES } from './kinds/statusFailures';

const DEFINITIONS = {
	...CREDENTIAL_FAILURES,
	...STATUS_FAILURES,
	...CONNECTION_FAILURES,
	...RESPONSE_FAILURES,
	...OPERATION_FAILURES,
};

export type FailureKind = keyof typeof DEFINITIONS;

/** A failure must carry the facts that its text uses. */
export type FactsByKind = {
	readonly [Kind in FailureKind]: Parameters<(typeof DEFINITIONS)[Kind]['describe']>[0];
};

export type StatusKind = keyof typeof STATUS_FAILURES;

export const FAILURE_TABLE: {
	readonly [Kind in FailureKind]: FailureDefinition<FactsByKind[Kind]>;
} = DEFINITIONS;

/** A failure keeps this type up to the nodes, which make n8n's own error of it. */
export class EventLogFailure<Kind extends FailureKind = FailureKind> extends Error {
	override readonly name = 'EventLogFailure';
	readonly description: string;

	/** @param declaredCause tells n8n's scheduler how to back off */
	constructor(
		readonly kind: Kind,
		readonly facts: FactsByKind[Kind],
		readonly declaredCause: FailureCause = FAILURE_TABLE[kind].cause,
	) {
		const { message, description } = FAILURE_TABLE[kind].describe(facts);
		super(message);
		this.description = description;
	}

	/** n8n copies `data` into the error that it wraps around this one. A status of 401 makes it renew the token. */
	get response() {
		return { data: { failure: this }, ...(this.kind === 'accessTokenStale' && { status: 401 }) };
	}

	withFacts(facts: RequestFacts): EventLogFailure {
		return new EventLogFailure(this.kind, { ...facts, ...this.facts }, this.declaredCause);
	}

	toTemporary(): EventLogFailure {
		return new EventLogFailure(this.kind, this.facts, 'temporarily-unavailable');
	}
}

/** The shape decides, because n8n may have loaded the credential's and the node's copy of the class apart. */
export function isEventLogFailure(value: unknown): value is EventLogFailure {
	const isNamed = value instanceof Error && value.name === 'EventLogFailure';
	return isNamed && 'kind' in value && 'facts' in value;
}

/** Gives true if the failure may mean that this very query was refused: no status is documented for that. */
export function mayMeanRefusedQuery({ kind }: EventLogFailure): boolean {
	return FAILURE_TABLE[kind].mayMeanRefusedQuery === true;
}

/** An operation may be out of reach for good while others are not: a key may read only Feed. */
export function isOutOfReach({ kind }: EventLogFailure): boolean {
	return kind === 'forbidden' || kind === 'notFound';
}

export function isTemporary({ declaredCause }: EventLogFailure): boolean {
	return declaredCause === 'temporarily-unavailable' || declaredCause === 'rate-limited';
}

/** Gives true if time or quota ran out, so that a request for fewer events may come through. */
export function mayPassWithFewerEvents({ kind }: EventLogFailure): boolean {
	return kind === 'outOfTime' || FAILURE_TABLE[kind].isThrottling === true;
}

/** Some services answer an old access token with status 403, or with an error that they tell with status 200. */
export function needsNewToken({ kind, facts }: EventLogFailure): boolean {
	if (facts.authentication !== 'refreshToken' || facts.isExchange) return false;
	return kind === 'accessTokenRefused' || kind === 'forbidden' || kind === 'errorInBody';
}

/** Gives undefined if the service does not ask to wait. */
export function retryAfterMsOf({ facts }: EventLogFailure): number | undefined {
	return 'retryAfterMs' in facts ? facts.retryAfterMs : undefined;
}

/** Code that decides about failures gets them as values, so that no `catch` has to tell a failure from a mistake. */
export type Outcome<Value> = { readonly value: Value } | { readonly failure: EventLogFailure };

/** @throws EventLogFailure where there is no value */
export function requireValue<Value>(outcome: Outcome<Value>): Value {
	if ('value' in outcome) return outcome.value;
	throw outcome.failure;
}

/** @throws whatever the work throws but an EventLogFailure */
export async function toOutcome<Value>(work: Promise<Value>): Promise<Outcome<Value>> {
	return await work.then(
		(value) => ({ value }),
		(thrown: unknown) => {
			if (isEventLogFailure(thrown)) return { failure: thrown };
			throw thrown;
		},
	);
}

/** Gives what a generator yields, and last the failure that ends it. @throws whatever it throws but that */
export async function* outcomesOf<Value>(
	values: AsyncGenerator<Value, void>,
): AsyncGenerator<Outcome<Value>, void> {
	for (;;) {
		const outcome = await toOutcome(values.next());
		if ('failure' in outcome) yield outcome;
		else if (outcome.value.done === true) return;
		else yield { value: outcome.value.value };
	}
}
