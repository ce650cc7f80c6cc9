const { default: runSuite } = require('jest-circus/runner');
const { createEmptyTestResult } = require('@jest/test-result');

/** Stryker names the change that is in force here. Without one it only measures which test reaches what. */
const MUTANT = '__STRYKER_ACTIVE_MUTANT__';

/** Jest takes a suite without tests for one that can't be run. */
const LEFT_OUT = {
	title: '',
	fullName: '',
	status: 'pending',
	ancestorTitles: [],
	failureMessages: [],
};

let noticedMutant;

/**
 * Runs a suite as Jest does, but none after one of the same change has failed: Jest's own `bail` is not to be had where
 * another program runs it. Stryker takes only runners with `jest-circus` in their name.
 */
module.exports = async (globalConfig, config, environment, runtime, path, ...others) => {
	const mutant = process.env[MUTANT];
	if (mutant !== undefined && mutant === noticedMutant)
		return { ...createEmptyTestResult(), testFilePath: path, testResults: [LEFT_OUT] };
	const result = await runSuite(globalConfig, config, environment, runtime, path, ...others);
	if (result.numFailingTests > 0) noticedMutant = mutant;
	return result;
};
