import { once } from 'node:events';
import type { CommandRun } from '../../../sandbox/command/command';
import { Teardown } from '../../../sandbox/command/teardown';
import { withinMinutes } from '../../../sandbox/command/timeLimit';

const BRIEF = 0.001;

function runWith(signal: AbortSignal): CommandRun {
	return { signal, teardown: new Teardown() };
}

async function untilAborted({ signal }: CommandRun): Promise<boolean> {
	await once(signal, 'abort');
	throw new Error('aborted');
}

describe('a time limit', () => {
	it('gives what the run gives that keeps it', async () => {
		const run = runWith(new AbortController().signal);
		expect(await withinMinutes(1, run, async () => await Promise.resolve(false))).toBe(false);
	});

	it('ends a run that takes longer, and says so', async () => {
		const run = runWith(new AbortController().signal);
		await expect(withinMinutes(BRIEF, run, untilAborted)).rejects.toThrow(
			'longer than 0.001 minutes',
		);
	});

	it('leaves the reason alone where the run ends for another one', async () => {
		const end = new AbortController();
		const ending = withinMinutes(1, runWith(end.signal), untilAborted);
		end.abort();
		await expect(ending).rejects.toThrow('aborted');
	});
});
