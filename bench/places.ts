import { join } from 'node:path';

export const ROOT = join(__dirname, '..');
export const DIST = join(ROOT, 'dist');
export const RESULTS = join(__dirname, 'results.md');

/** Why a figure can't be reached, written by hand; what a run writes ends with it. */
export const EXPLANATIONS = join(__dirname, 'explanations.md');

/** Where what is measured is copied to, so that a build meanwhile changes nothing. */
export const BENCH_SCRATCH = join(ROOT, '.sandbox', 'bench');

/** n8n's own nodes come with the n8n of the sandbox. */
export const N8N_NODES = join(ROOT, 'sandbox', 'node_modules', 'n8n-nodes-base', 'dist', 'nodes');
