import { type EventLogFailure, isEventLogFailure } from './failure';

/** Code that decides about failures gets them as values, so that no `catch` has to tell a failure from a mistake. */
export type Outcome<Value> = { readonly value: Value } | { readonly failure: EventLogFailure };

/** @throws EventLogFailure where there is no value */
export function valueOrThrow<Value>(outcome: Outcome<Value>): Value {
	if ('value' in outcome) return outcome.value;
	throw outcome.failure;
}

/** @throws whatever the work throws that is no failure of ours */
export async function toOutcome<Value>(work: Promise<Value>): Promise<Outcome<Value>> {
	return await work.then(
		(value) => ({ value }),
		(thrown: unknown) => {
			if (isEventLogFailure(thrown)) return { failure: thrown };
			throw thrown;
		},
	);
}
