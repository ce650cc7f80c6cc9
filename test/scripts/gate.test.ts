import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../sandbox/places';

/** Steps that say when they begin and end, on a channel of their own, and take no longer than asked. */
const PRELUDE = `
	set -u -o pipefail
	. .ci/steps.sh
	exec 3>&1
	takes() { echo "begin $2" >&3; echo "output of $2"; sleep "$1"; echo "end $2" >&3; }
	fails() { takes "$@"; return 1; }
`;

function startGate(steps: string) {
	const gate = spawn('bash', ['-c', PRELUDE + steps], { cwd: ROOT });
	const said: string[] = [];
	gate.stdout.on('data', (data: Buffer) => said.push(data.toString()));
	const ended = once(gate, 'close').then(([code]: unknown[]) => code);
	return { gate, ended, lines: () => said.join('').trimEnd().split('\n') };
}

/** Runs steps as the gate does. Gives what it said, and its exit status. */
async function runGate(steps: string): Promise<{ lines: string[]; status: unknown }> {
	const { ended, lines } = startGate(steps);
	const status = await ended;
	return { lines: lines(), status };
}

it('a step that fails fails the gate, and the others still run', async () => {
	const { lines, status } = await runGate('alone A fails 0 a; beside B takes 0 b; conclude');
	expect(lines).toContain('output of b');
	expect([lines.at(-1), status]).toEqual(['1 passed, 1 failed', 1]);
});

it('what is interrupted leaves nothing running', async () => {
	const { gate, ended, lines } = startGate('beside A takes 30 a; settle; echo too late');
	while (!lines().includes('begin a')) await sleep(20);
	gate.kill('SIGTERM');
	// Closed only when no step holds its output any more.
	expect(await ended).toBe(130);
	expect(lines()).not.toContain('too late');
});
