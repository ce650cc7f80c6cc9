import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage } from '../n8n/communityPackage';
import { DELIVERY_WORKFLOW, importExamples } from '../n8n/imports';
import { completeInstallation } from '../n8n/installation';
import type { N8nSettings, PollingMode } from '../n8n/settings';
import { SCRATCH } from '../places';
import { freePort } from '../processes/freePort';
import type { Teardown } from '../processes/teardown';
import type { SandboxedN8n } from '../run/sandboxedN8n';
import type { EventLogService } from '../service';
import { seededLog, startEventLogService } from '../service';
import { PollWatch } from './pollWatch';
import type { SlowSink } from './slowSink';
import { startSlowSink } from './slowSink';

/** One n8n to be killed, stopped as yet, with a service and a sink of its own. */
export interface Victim {
	readonly mode: PollingMode;
	readonly n8n: SandboxedN8n;
	readonly service: EventLogService;
	readonly watch: PollWatch;
	readonly sink: SlowSink;
}

const DAY_MS = 86_400_000;
const HISTORY = { events: 2_000, seed: 20_260_101, tieWidth: 3 };
/** Several pages to a poll, and a new access token for most of them. */
const BEHAVIOUR = { maxLimit: 100, accessTokenLifetimeMs: 45_000, tieOrder: 'shuffled' } as const;

async function startService(teardown: Teardown) {
	const watch = new PollWatch();
	const endMs = Date.now();
	const service = await startEventLogService({
		log: seededLog({ ...HISTORY, startMs: endMs - DAY_MS, endMs }),
		behaviour: BEHAVIOUR,
		extend: watch.attach,
	});
	teardown.add(() => service.close());
	return { service, watch };
}

async function settle(mode: PollingMode): Promise<N8nSettings> {
	mkdirSync(SCRATCH, { recursive: true });
	const userFolder = mkdtempSync(join(SCRATCH, `torture-${mode}-`));
	return {
		userFolder,
		port: await freePort(),
		taskBrokerPort: await freePort(),
		timezone: 'UTC',
		pollingMode: mode,
		logPath: join(userFolder, 'n8n.log'),
	};
}

/** Sets up everything for one mode, the package of the tarball installed, its trigger published. */
export async function prepareVictim(
	mode: PollingMode,
	tarball: string,
	teardown: Teardown,
	signal: AbortSignal,
): Promise<Victim> {
	const { service, watch } = await startService(teardown);
	const sink = await startSlowSink(teardown);
	const n8n = { installation: await completeInstallation(), settings: await settle(mode) };
	await installPackage(tarball, n8n.settings.userFolder);
	const endpoints = { serviceUrl: service.baseUrl, sinkUrl: sink.baseUrl };
	await importExamples(n8n.installation, n8n.settings, endpoints, [DELIVERY_WORKFLOW], signal);
	return { mode, n8n, service, watch, sink };
}
