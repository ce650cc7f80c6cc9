import { join } from 'node:path';

export const ROOT = join(__dirname, '..');
export const SANDBOX = __dirname;
export const EXAMPLES = join(ROOT, 'examples');

/** Everything that the sandbox writes; ignored by git. */
export const SCRATCH = join(ROOT, '.sandbox');
