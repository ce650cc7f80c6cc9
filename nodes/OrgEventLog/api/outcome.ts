import type { EventLogFailure } from '../errors/failure';

/**
 * What became of a request. Whoever decides on failures is handed them as values: what n8n's lint
 * wants thrown from a `catch` is n8n's own error, which is not made before the edge of the package.
 */
export type Outcome<Value> = { readonly value: Value } | { readonly failure: EventLogFailure };

/** The value. @throws EventLogFailure where there is none */
export function valueOf<Value>(outcome: Outcome<Value>): Value {
	if ('value' in outcome) return outcome.value;
	throw outcome.failure;
}
