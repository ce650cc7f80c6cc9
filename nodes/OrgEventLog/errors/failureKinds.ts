import { CREDENTIAL_FAILURES } from './kinds/credentialFailures';
import type { FailureDefinition } from './kinds/definition';
import { READING_FAILURES } from './kinds/readingFailures';
import { RESPONSE_FAILURES } from './kinds/responseFailures';
import { STATUS_FAILURES } from './kinds/statusFailures';

const DEFINITIONS = {
	...CREDENTIAL_FAILURES,
	...STATUS_FAILURES,
	...RESPONSE_FAILURES,
	...READING_FAILURES,
};

export type FailureKind = keyof typeof DEFINITIONS;

/** A failure must carry the facts that the text of its kind asks for. */
export type FactsByKind = {
	readonly [Kind in FailureKind]: Parameters<(typeof DEFINITIONS)[Kind]['text']>[0];
};

/** The kinds that a response's status stands for. */
export type StatusKind = keyof typeof STATUS_FAILURES;

/** Each kind decides what the user and n8n are told, and how the request is repeated. */
export const FAILURE_KINDS: {
	readonly [Kind in FailureKind]: FailureDefinition<FactsByKind[Kind]>;
} = DEFINITIONS;
