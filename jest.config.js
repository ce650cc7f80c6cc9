/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: '<rootDir>/test/support/nodeEnvironment.js',
	// Jest leaves one core free unless told otherwise: of two, half.
	maxWorkers: '100%',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	globalSetup: '<rootDir>/test/support/scratchFolder/create.js',
	globalTeardown: '<rootDir>/test/support/scratchFolder/remove.js',
	setupFiles: ['reflect-metadata'],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json' }],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.sandbox/'],
	// PROPERTY_RUNS=100000 npx jest property: more cases than fit into a normal run.
	testTimeout: process.env.PROPERTY_RUNS === undefined ? 60_000 : 3_600_000,
};
