import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand, type CommandRun } from '../../sandbox/command/command';
import { addCredential, openAsOwner } from '../../sandbox/n8n/editing';
import {
	createEmptyInstance,
	prepareInstanceBase,
	temporaryUserFolder,
} from '../../sandbox/n8n/instance';
import { startN8n } from '../../sandbox/n8n/server';
import { DEFAULT_REFRESH_TOKEN, seededLog, startEventLogService } from '../../sandbox/service';
import { measure, type Measured } from './measure';
import { USAGE, parseOptions, type TriggersOptions } from './options';
import { addTriggers } from './population';
import { toTable } from './table';

const EVENTS = 20_000;
const SPAN_MS = 30 * 86_400_000;
/** Activation has its own polls, and n8n has compiled what it runs. */
const SETTLING_MS = 10_000;
const OWNER_TIMEOUT_MS = 60_000;
/** What n8n uses without any trigger. */
const IDLE_MINUTES = 0.5;

async function measureSizes(options: TriggersOptions, run: CommandRun): Promise<boolean> {
	const { sizes, times, mode, expressions } = options;
	const { signal, teardown } = run;
	const endMs = Date.now();
	const service = await startEventLogService({
		log: seededLog({ seed: 1, events: EVENTS, startMs: endMs - SPAN_MS, endMs }),
		behaviour: { accessTokenLifetimeMs: options.tokenSeconds * 1_000 },
	});
	teardown.add(() => service.close());
	const userFolder = temporaryUserFolder('triggers');
	teardown.addLast(() => rmSync(userFolder, { recursive: true, force: true }));
	const base = await prepareInstanceBase(signal);
	const variables = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: String(expressions === 'lazy') };
	const place = { userFolder, timezone: 'UTC', pollingMode: mode, variables };
	const n8n = await createEmptyInstance(base, place);
	const { pid } = await startN8n(n8n, run);
	if (pid === undefined) throw new Error('n8n has no process id');
	const api = await openAsOwner(n8n.settings, { timeoutMs: OWNER_TIMEOUT_MS, signal });
	const credential = await addCredential(api, 'All', {
		baseUrl: service.baseUrl,
		authentication: 'refreshToken',
		refreshToken: DEFAULT_REFRESH_TOKEN,
		apiKey: '',
		apiVersion: 'v1',
		accessToken: '',
	});
	const measured: Measured[] = [];
	let active = 0;
	for (const size of [0, ...sizes]) {
		const startedMs = Date.now();
		await addTriggers(api, { from: active, to: size }, times, credential, signal);
		console.error(`${size} triggers; ${size - active} activated in ${Date.now() - startedMs} ms`);
		active = size;
		await sleep(SETTLING_MS, undefined, { signal });
		const minutes = size === 0 ? IDLE_MINUTES : options.minutes;
		measured.push(await measure(size, { minutes, times }, pid, service.requests, signal));
		console.error(JSON.stringify(measured.at(-1)));
	}
	console.log(toTable(measured));
	console.log(
		JSON.stringify({ n8n: base.installation.version, times, mode, expressions, measured }),
	);
	return measured.every(({ missed, refused }) => missed + refused === 0);
}

/** The whole of `npm run bench -- triggers`. */
export async function measureTriggers(args: readonly string[]): Promise<void> {
	await runCommand({ usage: USAGE, parse: parseOptions, execute: measureSizes }, args);
}
