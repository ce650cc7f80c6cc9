import { join } from 'node:path';

export const ROOT = join(__dirname, '..');
export const SANDBOX = __dirname;
/** The examples for users. */
export const EXAMPLES = join(ROOT, 'examples');

/** Workflows that only the proofs of the sandbox need. */
export const OWN_WORKFLOWS = join(SANDBOX, 'workflows');

/** Everything that the sandbox writes; ignored by git. */
export const SCRATCH = join(ROOT, '.sandbox');
