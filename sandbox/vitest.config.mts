import { defineConfig } from 'vitest/config';

const MINUTE_MS = 60_000;

// The scenarios in a real n8n, one process for each file: docs/testing.md.
export default defineConfig({
	root: import.meta.dirname,
	test: {
		include: ['scenarios/*.test.ts'],
		globalSetup: ['lab/setUp.ts'],
		pool: 'forks',
		// Of two cores most of the time none is busy: a scenario waits for polls.
		maxWorkers: 2,
		maxConcurrency: 8,
		testTimeout: 40 * MINUTE_MS,
		hookTimeout: 10 * MINUTE_MS,
		teardownTimeout: MINUTE_MS,
		disableConsoleIntercept: true,
		reporters: ['verbose'],
	},
});
