import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DEFAULT_API_KEY } from '../../../sandbox/service';
import { isRecord } from './ask';

const ROOT = join(__dirname, '../../..');
const AUTHORIZATION = { authorization: `Bearer ${DEFAULT_API_KEY}` };

let running: ChildProcess | undefined;
afterEach(() => running?.kill('SIGKILL'));

function run(...args: readonly string[]) {
	const command = ['--import', 'tsx', 'sandbox/service/main.ts', ...args];
	const child = spawn(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
	running = child;
	return child;
}

async function json(url: string, init?: RequestInit): Promise<unknown> {
	return (await fetch(url, init)).json();
}

async function member(url: string, name: string): Promise<unknown> {
	const body = await json(url);
	return isRecord(body) ? body[name] : undefined;
}

const send = (method: string, body: unknown) => ({ method, body: JSON.stringify(body) });

it('starts, answers, is steered by its control paths and ends on SIGTERM', async () => {
	const args = ['--events', '500', '--seed', '3', '--rate', '50', '--behaviour', '{"maxLimit":7}'];
	const child = run('--port', '0', ...args);
	const lines: string[] = [];
	const reader = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
	await once(reader, 'line');
	const started: unknown = JSON.parse(lines[0] ?? '');
	if (!isRecord(started)) throw new TypeError('No start line');
	const baseUrl = String(started['baseUrl']);
	expect(started).toEqual({ baseUrl, events: 500 });

	const list = () => json(`${baseUrl}/api/v1/events?limit=50`, { headers: AUTHORIZATION });
	const control = `${baseUrl}/control`;
	expect(await list()).toMatchObject({ data: { length: 7 } });
	while ((await member(`${control}/created`, 'total')) === 0) await new Promise(setImmediate);
	expect(await json(`${control}/stream`, { method: 'DELETE' })).toEqual({ streaming: false });

	await json(`${control}/behaviour`, send('PATCH', { maxLimit: 9 }));
	expect(await list()).toMatchObject({ data: { length: 9 } });
	const unknown = await fetch(`${control}/behaviour`, send('PATCH', { maxLimits: 9 }));
	expect([unknown.status, await unknown.json()]).toEqual([
		400,
		{ message: 'There is no maxLimits' },
	]);

	const before = await member(`${control}/stats`, 'events');
	const createdAtMs = 4_000_000_000_000;
	const made = { id: 'by hand', createdAtMs, visibleAtMs: createdAtMs };
	expect(await json(`${control}/events`, send('POST', [made]))).toEqual({ data: [made] });
	expect(await member(`${control}/stats`, 'events')).toBe(Number(before) + 1);
	expect(await json(`${control}/events?startMs=${createdAtMs}`)).toEqual({
		total: 1,
		data: [{ id: 'by hand', createdAtMs }],
	});

	const plan = { fault: { status: 503 }, options: { match: 'list' } };
	expect(await json(`${control}/faults`, send('POST', plan))).toEqual({ faults: 1 });
	expect(await list()).toMatchObject({ status: 503 });
	expect(await json(`${control}/requests`)).toMatchObject({ total: 3 });

	child.kill('SIGTERM');
	expect(await once(child, 'exit')).toEqual([0, null]);
	expect(lines).toHaveLength(1);
});

it.each([
	[['--events', 'many'], '--events must be a number'],
	[['--behaviour', '{"maxLimit":"ten"}'], 'maxLimit cannot be "ten"'],
	[['--colour', 'red'], "Unknown option '--colour'"],
])('%s is refused, with what can be given instead', async (args, reason) => {
	const child = run(...args);
	let said = '';
	child.stderr.on('data', (text: Buffer) => (said += text.toString()));
	expect(await once(child, 'close')).toEqual([1, null]);
	expect(said).toContain(reason);
	expect(said).toContain('--rate 0');
});
