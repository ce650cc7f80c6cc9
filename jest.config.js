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
		'^.+\\.ts$': '<rootDir>/test/support/transform.js',
	},
	// Jest looks up a global anew wherever code names it, which is slow. These are no test's to replace
	// (a method of them may be), so that each module gets them once. No `Buffer`: undici has its own.
	sandboxInjectedGlobals: [
		...['Array', 'BigInt', 'Boolean', 'Error', 'Infinity', 'JSON', 'Map', 'Math', 'Number'],
		...['Object', 'Promise', 'Proxy', 'RangeError', 'Reflect', 'RegExp', 'Set', 'String', 'Symbol'],
		...['TypeError', 'Uint8Array', 'WeakMap', 'WeakSet', 'isNaN', 'parseInt'],
	],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.sandbox/'],
	// PROPERTY_RUNS=100000 npx jest property: more cases than fit into a normal run.
	testTimeout: process.env.PROPERTY_RUNS === undefined ? 60_000 : 3_600_000,
};
