/** Packages that take long to load: once a worker instead of once a suite. */
const LOADED_ONCE = '(n8n-core|n8n-workflow|@n8n/di|luxon|fast-check|fastify|typescript)';

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: '<rootDir>/test/support/nodeEnvironment.js',
	// Jest leaves one core free unless told otherwise: of two, half.
	maxWorkers: '100%',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	setupFiles: ['<rootDir>/test/support/seededProperties.js'],
	globalSetup: '<rootDir>/test/support/scratchFolder/create.js',
	globalTeardown: '<rootDir>/test/support/scratchFolder/remove.js',
	transform: {
		'^.+\\.ts$': '<rootDir>/test/support/transform.js',
		[`/node_modules/${LOADED_ONCE}/.+\\.c?js$`]: '<rootDir>/test/support/loadOnce.js',
	},
	transformIgnorePatterns: [`/node_modules/(?!${LOADED_ONCE}/)`],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.sandbox/'],
	// PROPERTY_RUNS=100000 npx jest property: more cases than fit into a normal run.
	testTimeout: process.env.PROPERTY_RUNS === undefined ? 60_000 : 3_600_000,
};
