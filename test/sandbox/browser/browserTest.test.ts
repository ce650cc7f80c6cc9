import { runTests } from '../../../sandbox/browser/browserTest';

const pass = () => Promise.resolve();
const fail = () => Promise.reject(new Error('no such button'));

beforeEach(() => jest.spyOn(console, 'log').mockImplementation());
afterEach(() => jest.restoreAllMocks());

it('runs every test, also after one that failed, and keeps evidence of that one', async () => {
	const keepEvidence = jest.fn((name: string) => Promise.resolve(`a picture of ${name}`));
	const stage = { signal: new AbortController().signal };
	const run = jest.fn(pass);
	const tests = [
		{ name: 'first', run },
		{ name: 'second', run: fail },
		{ name: 'third', run },
	];
	expect(await runTests(tests, stage, keepEvidence)).toEqual(['second']);
	expect(run).toHaveBeenCalledTimes(2);
	expect(keepEvidence.mock.calls).toEqual([['second']]);
	expect(console.log).toHaveBeenCalledWith('no such button');
});
