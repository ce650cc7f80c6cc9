import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureInstalled } from '../ensureInstalled.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '../..');
/** Some changes make a test endless. */
const PATIENCE_MS = 10_000;

/** Stryker's settings: these files, one test run at a time, and only the tests in these folders or files. */
function settings(files, tests) {
	return {
		mutate: files,
		testRunner: 'jest',
		plugins: [import.meta.resolve('@stryker-mutator/jest-runner')],
		jest: {
			configFile: 'jest.config.js',
			config: {
				testEnvironment: './test/support/nodeEnvironment.js',
				testMatch: tests.map(patternOf),
				testRunner: join(HERE, 'jest-circus-untilFailure.cjs'),
				testSequencer: join(HERE, 'givenOrder.cjs'),
			},
			// Those tests alone: half of all the others load a file of events/.
			enableFindRelatedTests: false,
		},
		coverageAnalysis: 'perTest',
		// A table that is made when its file is loaded would take all tests for each of its rows.
		ignoreStatic: true,
		checkers: [],
		// A message may be worded otherwise; where a text counts, a test compares it whole.
		mutator: { excludedMutations: ['StringLiteral'] },
		ignorePatterns: ['.sandbox', '/dist', '/docs', '/bench'],
		tempDirName: '.sandbox/mutation',
		concurrency: 1,
		dryRunTimeoutMinutes: 30,
		timeoutMS: PATIENCE_MS,
		reporters: ['clear-text', 'progress'],
		clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
		allowEmpty: false,
		incremental: false,
	};
}

function patternOf(path) {
	return `<rootDir>/${path.endsWith('.ts') ? path : `${path}/**/*.test.ts`}`;
}

/** The folder under test/ that mirrors a file's. */
function testsOf(file) {
	return join('test', dirname(file));
}

/** Where a mutant is, so that it can be named as a file. Stryker reads columns from 0 there, and tells them from 1. */
function rangeOf({ fileName, location: { start, end } }) {
	const file = relative(ROOT, fileName);
	return `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
}

const { positionals, values } = parseArgs({
	options: { tests: { type: 'string', multiple: true } },
	allowPositionals: true,
});
if (positionals.length === 0) {
	console.error('npm run mutation -- FILE… [--tests FOLDER-OR-FILE]…');
	process.exit(1);
}
process.chdir(ROOT);
// The first case that fails notices a change; nobody reads a smaller one.
process.env.PROPERTY_SHRINKS = 'no';
const files = positionals.map((file) => relative(ROOT, file));
const tests = values.tests ?? [...new Set(files.map(testsOf))];
process.env.MUTATION_TESTS = JSON.stringify(tests);
await ensureInstalled(ROOT, 'Installing what builds and tests this package, once …');
await ensureInstalled(HERE, 'Installing Stryker, once …');
const { Stryker } = await import('@stryker-mutator/core');
const results = await new Stryker(settings(files, tests)).runMutationTest();
const tried = results.filter(({ status }) => status !== 'Ignored');
const survivors = tried.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
console.log(`${tried.length} mutants, ${survivors.length} not noticed by ${tests.join(' ')}`);
if (survivors.length > 0)
	console.log(`These alone: npm run mutation -- ${[...new Set(survivors.map(rangeOf))].join(' ')}`);
