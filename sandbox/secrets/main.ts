import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandRun } from '../command/command';
import { runCommand } from '../command/command';
import { startExternalSystems } from '../externalSystems/externalSystems';
import { fieldOf } from '../n8n/editorApi';
import { createEmptyInstance, prepareInstanceBase, temporaryUserFolder } from '../n8n/instance';
import { N8nProcess } from '../n8n/n8nProcess';
import type { N8nInstance } from '../n8n/settings';
import { logTail } from '../processes/logTail';
import { createAccounts } from './accounts';
import { openBrowser } from './browser';
import { Course } from './course';
import type { PlantedDecoy } from './decoys';
import { startHostileService } from './hostileService';
import type { SecretsTestOptions } from './options';
import { USAGE, parseOptions } from './options';
import { filesOf } from './places';
import { plantAtStranger, plantInExecution, plantInFiles } from './plant';
import { readEverything } from './readEverything';
import type { Find, Haystack, Secret } from './search';
import { Search } from './search';
import { startStranger } from './stranger';
import { hasPassed, judge, report } from './verdict';

const STEP_TIMEOUT_MS = 3 * 60_000;
const DAY_MS = 86_400_000;
const HISTORY_EVENTS = 300;

/** What a run left behind. */
interface Remains {
	readonly haystacks: readonly Haystack[];
	readonly secrets: readonly Secret[];
	readonly decoys: readonly PlantedDecoy[];
	readonly executions: number;
}

/** Whom the simulated service has issued a token to, as the token itself says. */
function ownerOf(accessToken: string): string {
	const [, payload = ''] = accessToken.split('.');
	return String(fieldOf(JSON.parse(Buffer.from(payload, 'base64url').toString()), 'sub'));
}

async function createInstance(run: CommandRun): Promise<N8nInstance> {
	const base = await prepareInstanceBase(run.signal);
	const userFolder = temporaryUserFolder('secrets');
	return await createEmptyInstance(base, {
		userFolder,
		timezone: 'UTC',
		pollingMode: 'inMemory',
		variables: {
			// To both places where n8n can put its log.
			N8N_LOG_LEVEL: 'debug',
			N8N_LOG_OUTPUT: 'console,file',
			N8N_LOG_FILE_LOCATION: join(userFolder, 'n8n-file.log'),
			// What is pushed to the browser comes as one stream then, instead of over a WebSocket.
			N8N_PUSH_BACKEND: 'sse',
		},
	});
}

async function runCourse(n8n: N8nInstance, run: CommandRun): Promise<Remains> {
	const { signal } = run;
	const startMs = Date.now() - DAY_MS;
	const { service } = await startExternalSystems({ events: HISTORY_EVENTS, startMs }, run);
	const stranger = await startStranger(run);
	const hostile = await startHostileService(stranger.baseUrl, run);
	const accounts = createAccounts(service, hostile);
	const server = new N8nProcess(n8n, run);
	await server.start();
	const browser = await openBrowser(n8n.settings, signal);
	const wait = { timeoutMs: STEP_TIMEOUT_MS, signal };
	const course = new Course({ browser, service, hostile, stranger, accounts, wait });
	const secrets = await course.take();
	console.error('Looking at everything in the editor …');
	const planted = await plantInExecution(browser, wait);
	const executions = await readEverything(browser);
	const whileRunning = [...filesOf(n8n.settings)];
	await server.stop();
	const decoys = [...planted, ...plantInFiles(n8n.settings), await plantAtStranger(stranger)];
	const issued = [
		...service.issuedAccessTokens.map((value) => ({
			name: `an access token of ${ownerOf(value)}`,
			value,
		})),
		...hostile.issued.map(({ accessToken: value, refreshToken }) => {
			const owner = Object.values(accounts).find(({ secret }) => secret.value === refreshToken);
			return { name: `an access token of ${owner?.name ?? 'nobody'}`, value };
		}),
	];
	return {
		haystacks: [
			...whileRunning,
			...filesOf(n8n.settings),
			...browser.received(),
			{ place: 'stranger', name: 'requests', bytes: stranger.received() },
		],
		secrets: [...Object.values(accounts).map(({ secret }) => secret), ...secrets, ...issued],
		decoys,
		executions,
	};
}

function searchThrough({ haystacks, secrets, decoys }: Remains): Find[] {
	const search = new Search([...secrets, ...decoys.map(({ secret }) => secret)]);
	return haystacks.flatMap((haystack) => search.findIn(haystack));
}

async function testSecrets({ keep }: SecretsTestOptions, run: CommandRun): Promise<boolean> {
	const n8n = await createInstance(run);
	const { userFolder, logPath } = n8n.settings;
	try {
		const remains = await runCourse(n8n, run);
		console.error(`Searching for ${remains.secrets.length} secrets …`);
		const verdict = judge(searchThrough(remains), remains.decoys);
		report(verdict, remains);
		if (keep || !hasPassed(verdict)) console.error(`${userFolder} is left to be looked at`);
		else run.teardown.addLast(() => rmSync(userFolder, { recursive: true, force: true }));
		return hasPassed(verdict);
	} catch (error) {
		if (!run.signal.aborted) console.error(logTail(logPath));
		throw error;
	}
}

/** The whole of `npm run secrets-test`. */
export async function main(args: readonly string[]): Promise<void> {
	await runCommand({ usage: USAGE, parse: parseOptions, execute: testSecrets }, args);
}
