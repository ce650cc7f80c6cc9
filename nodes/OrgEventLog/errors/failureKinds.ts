import { CONNECTION_FAILURES } from './kinds/connectionFailures';
import { CREDENTIAL_FAILURES } from './kinds/credentialFailures';
import type { FailureDefinition } from './kinds/defineFailure';
import { OPERATION_FAILURES } from './kinds/operationFailures';
import { STATUS_FAILURES } from './kinds/statusFailures';

const DEFINITIONS = {
	...CREDENTIAL_FAILURES,
	...STATUS_FAILURES,
	...CONNECTION_FAILURES,
	...OPERATION_FAILURES,
};

export type FailureKind = keyof typeof DEFINITIONS;

/** A failure must carry the facts that the text of its kind asks for. */
export type FactsByKind = {
	readonly [Kind in FailureKind]: Parameters<(typeof DEFINITIONS)[Kind]['describe']>[0];
};

export type StatusKind = keyof typeof STATUS_FAILURES;

export const FAILURE_KINDS: {
	readonly [Kind in FailureKind]: FailureDefinition<FactsByKind[Kind]>;
} = DEFINITIONS;
