/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	globalSetup: '<rootDir>/test/support/scratchFolder/create.js',
	globalTeardown: '<rootDir>/test/support/scratchFolder/remove.js',
	setupFiles: ['reflect-metadata'],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json' }],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.sandbox/'],
	testTimeout: 30_000,
};
