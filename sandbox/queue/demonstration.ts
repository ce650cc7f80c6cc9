import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { CommandRun } from '../command/command';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import { startExternalSystems } from '../externalSystems/externalSystems';
import { REPORT_WEBHOOK } from '../n8n/imports';
import { prepareInstanceBase } from '../n8n/instance';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../n8n/owner';
import { editorUrl } from '../n8n/settings';
import { startOfDay } from '../run/yesterday';
import { startLiveStream } from '../service';
import type { Delivery } from '../sink/delivery';
import type { SinkListener } from '../sink/sink';
import type { Cluster } from './cluster';
import { prepareCluster, startCluster } from './cluster';
import type { Member } from './member';
import { QUEUE_MODES } from './modes';
import type { QueueOptions } from './options';

const HISTORY = { events: 20_000, days: 30 };
const STREAM = { ratePerSecond: 0.3, tieShare: 0.2, lateShare: 0.1, maxLateMs: 90_000 };

function say(text: string): void {
	console.log(`${new Date().toTimeString().slice(0, 8)}  ${text}`);
}

/** Tells what workflows send, and which worker ran them. */
class Narrator {
	/** None until they are started. */
	workers: readonly Member[] = [];

	readonly listener: SinkListener = {
		onDelivery: (delivery) => this.tell('delivered', delivery),
		onReport: (report) => this.tell('reported', report),
	};

	private tell(what: string, { executionId, eventIds }: Delivery): void {
		const id = Number(executionId);
		const worker = this.workers.find(({ log }) => log.started.has(id))?.name ?? 'no worker';
		say(`execution ${executionId} on ${worker} ${what} ${eventIds.length} events`);
	}
}

function welcome(
	{ main, workers, redis, postgres, folder }: Cluster,
	systems: ExternalSystems,
): string {
	const editor = editorUrl(main.n8n.settings);
	const health = workers.map(({ n8n }) => `${editorUrl(n8n.settings)}/healthz/readiness`);
	const { user, database } = postgres;
	return `
  Editor      ${editor}
  Login       ${OWNER_EMAIL} / ${OWNER_PASSWORD}
  Service     ${systems.service.baseUrl}  (${systems.service.log.size} events, and a new one every few seconds)
  Report      ${editor}/${REPORT_WEBHOOK}  (open it to have a worker make the report of yesterday now)
  Workers     ${health.join('\n              ')}
  PostgreSQL  postgresql://${user}:${postgres.password}@127.0.0.1:${postgres.port}/${database}
  Redis       redis://:${redis.password}@127.0.0.1:${redis.port}
  Logs        ${folder}

  The trigger polls every 20 seconds on the main; the workers run what it starts. Press Ctrl-C to stop.
`;
}

/** Runs the package in n8n's queue mode for people to try, until the run is interrupted. */
export async function runQueueDemonstration(
	{ modes, port }: QueueOptions,
	run: CommandRun,
): Promise<boolean> {
	const [mode = QUEUE_MODES[0]] = modes;
	if (mode === undefined) throw new Error('There is no mode to show');
	const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
	const startMs = startOfDay(Date.now(), timezone, HISTORY.days - 1);
	const narrator = new Narrator();
	const systems = await startExternalSystems(
		{ events: HISTORY.events, startMs, sink: { listener: narrator.listener } },
		run,
	);
	const base = await prepareInstanceBase(run.signal);
	console.error('Setting up Redis, PostgreSQL and n8n …');
	const cluster = await prepareCluster(base, { mode, systems, timezone, port }, run);
	narrator.workers = cluster.workers;
	run.teardown.addLast(() => rmSync(cluster.folder, { recursive: true, force: true }));
	console.error('Starting n8n …');
	await startCluster(cluster);
	console.log(welcome(cluster, systems));
	const stream = startLiveStream(systems.service.log, { ...STREAM, seed: Date.now() });
	run.teardown.add(() => stream.stop());
	if (!run.signal.aborted) await once(run.signal, 'abort');
	return true;
}
