import type { FailureFacts } from './failureFacts';
import { FAILURE_TEXTS, type FailureKind } from './failureTexts';

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
