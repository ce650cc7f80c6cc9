import { runTests } from '../../../sandbox/browser/browserTest';

const NEVER = new Promise<void>(() => {});
const stage = { visited: 0 };

function options(signal = new AbortController().signal) {
	const evidence: string[] = [];
	const keepEvidence = (name: string) => Promise.resolve(String(evidence.push(name)));
	return { evidence, options: { signal, keepEvidence } };
}

beforeEach(() => {
	stage.visited = 0;
	jest.spyOn(console, 'log').mockImplementation();
});

afterEach(() => jest.restoreAllMocks());

it('runs every test, also after one that failed, and keeps evidence of that one', async () => {
	const { evidence, options: given } = options();
	const visit = async (on: typeof stage) => {
		on.visited++;
		await Promise.resolve();
	};
	const results = await runTests(
		[
			{ name: 'first', run: visit },
			{ name: 'second', run: () => Promise.reject(new Error('no such button')) },
			{ name: 'third', run: visit },
		],
		stage,
		given,
	);
	expect(results.map(({ name, passed }) => [name, passed])).toEqual([
		['first', true],
		['second', false],
		['third', true],
	]);
	expect(stage.visited).toBe(2);
	expect(evidence).toEqual(['second']);
	expect(console.log).toHaveBeenCalledWith('no such button');
});

it('ends with the run, whatever a test is waiting for', async () => {
	const end = new AbortController();
	const running = runTests(
		[{ name: 'stuck', run: () => NEVER }],
		stage,
		options(end.signal).options,
	);
	end.abort(new Error('stopped'));
	await expect(running).rejects.toThrow('stopped');
});
