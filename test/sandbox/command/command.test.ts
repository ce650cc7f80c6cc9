import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(__dirname, '../../..');
const MODULE = join(ROOT, 'sandbox/command/command.ts');

/** The first argument says what the command does. */
const SCRIPT = `
	const { runCommand } = require(${JSON.stringify(MODULE)});
	const { once } = require('node:events');
	runCommand(
		{
			usage: '',
			parse: ([what]) => ({ what, help: false }),
			execute: async ({ what }, { signal, teardown }) => {
				teardown.add(() => console.log('stopped first'));
				teardown.add(() => console.log('stopped second'));
				if (what === 'throw') throw new Error('it went wrong');
				if (what !== 'wait') return what === 'succeed';
				setInterval(() => {}, 1000);
				console.log('waiting');
				await once(signal, 'abort');
				throw signal.reason;
			},
		},
		process.argv.slice(1),
	);
`;
const ARGUMENTS = ['--require', 'tsx/cjs', '--eval', SCRIPT];

let running: ChildProcess | undefined;

afterEach(() => running?.kill('SIGKILL'));

function run(nodeArguments: readonly string[], env: NodeJS.ProcessEnv = {}) {
	const child = spawn(process.execPath, nodeArguments, {
		cwd: ROOT,
		env: { ...process.env, npm_lifecycle_event: undefined, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	running = child;
	const lines = createInterface({ input: child.stdout });
	const output: string[] = [];
	lines.on('line', (line) => output.push(line));
	let errors = '';
	child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
	const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, output, errors }));
	return { child, lines, ended };
}

const STOPPED = ['stopped second', 'stopped first'];

describe('a command', () => {
	it.each([
		['succeed', 0, ''],
		['fail', 1, ''],
		['throw', 1, 'it went wrong\n'],
	])('that is to %s exits with %i, all that it has started stopped', async (what, code, errors) => {
		expect(await run([...ARGUMENTS, what]).ended).toEqual({ code, output: STOPPED, errors });
	});

	it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('is torn down on %s', async (signal) => {
		const { child, lines, ended } = run([...ARGUMENTS, 'wait']);
		await once(lines, 'line');
		child.kill(signal);
		const { code, output } = await ended;
		expect([code, output]).toEqual([130, ['waiting', ...STOPPED]]);
	});

	it('is torn down when the npm that has started it is killed', async () => {
		const starter = `
			const { spawn } = require('node:child_process');
			spawn(process.execPath, ${JSON.stringify([...ARGUMENTS, 'wait'])}, { stdio: 'inherit' });
			setInterval(() => {}, 1000);
		`;
		const { child, lines, ended } = run(['--eval', starter], { npm_lifecycle_event: 'start' });
		await once(lines, 'line');
		child.kill('SIGKILL');
		expect((await ended).output).toEqual(['waiting', ...STOPPED]);
	});
});
