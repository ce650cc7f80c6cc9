import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandRun } from '../command/command';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import { SEED, startExternalSystems } from '../externalSystems/externalSystems';
import { Happenings, startLiveStream } from '../service';
import { fillN8n } from '../n8n/filling';
import { PUBLISHED_WORKFLOWS, REPORT_WEBHOOK, watchedByHeartbeat } from '../n8n/imports';
import { createEmptyInstance, prepareInstanceBase } from '../n8n/instance';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../n8n/owner';
import { N8nProcess } from '../n8n/n8nProcess';
import type { N8nSettings } from '../n8n/settings';
import { editorUrl } from '../n8n/settings';
import { REFUSALS_OF_ONE } from '../page/buttons';
import { openBrowser } from '../page/openBrowser';
import { SandboxPage } from '../page/sandboxPage';
import { SCRATCH } from '../places';
import type { SinkListener } from '../sink/sink';
import type { RunOptions } from './options';
import { RELOADING, rebuildOnChange } from './reloading';
import { startOfDay } from './yesterday';

const USER_FOLDER = join(SCRATCH, 'demonstration');
const DAYS = 90;
const PUBLISHING_MS = 180_000;
/** Before the run, so that a test run of a trigger finds a burst. */
const BURST_AGO_MS = 3_600_000;
/** The same every time if they are free: what people build names them. */
const PORTS = { page: 5680, service: 5681, sink: 5682 };
const STREAM = { ratePerSecond: 0.3, tieShare: 0.2, lateShare: 0.1, maxLateMs: 90_000 };

/** Prints everything that workflows send, and shows it on the page. */
function listenerFor({ sinkListener }: SandboxPage): SinkListener {
	const say = (text: string) => console.log(`${new Date().toTimeString().slice(0, 8)}  ${text}`);
	return {
		onDelivery: (delivery) => {
			say(`execution ${delivery.executionId} delivered new events: ${delivery.eventIds.length}`);
			sinkListener.onDelivery(delivery);
		},
		onReport: ({ executionId, eventIds }) =>
			say(`execution ${executionId} reported events of yesterday: ${eventIds.length}`),
		onMessage: (message) => {
			say(`${message.path} received ${message.excerpt}`);
			sinkListener.onMessage(message);
		},
	};
}

function welcome(
	settings: N8nSettings,
	{ service, sink }: ExternalSystems,
	pageUrl: string,
): string {
	const editor = editorUrl(settings);
	return `
  Page      ${pageUrl}  (make things happen and see what arrives)
  Editor    ${editor}
  Login     ${OWNER_EMAIL} / ${OWNER_PASSWORD}
  Service   ${service.baseUrl}  (${service.log.size} events, and a new one every few seconds)
  Inbox     ${sink.baseUrl}  (POST to it from your own workflows; the page shows what arrives)
  Report    ${editor}/${REPORT_WEBHOOK}  (open it to make yesterday's report; a line below then says how many events it has)

  Two of the examples are published and poll once a minute. Everything that workflows send is also printed below.
  Press Ctrl-C to stop.
`;
}

/** What n8n talks to, and the page that shows it. */
async function startSurroundings(options: RunOptions, timezone: string, run: CommandRun) {
	const page = new SandboxPage();
	const systems = await startExternalSystems(
		{
			events: options.events,
			startMs: startOfDay(Date.now(), timezone, DAYS - 1),
			observers: page.observers,
			servicePort: PORTS.service,
			sink: { listener: listenerFor(page), port: PORTS.sink, findSender: page.findSender },
		},
		run,
	);
	new Happenings(systems.service.log, SEED).add({ ...REFUSALS_OF_ONE, agoMs: BURST_AGO_MS });
	const pageUrl = await page.serve(systems, PORTS.page, run);
	console.log(`\n  Page      ${pageUrl}\n`);
	if (options.open) openBrowser(pageUrl);
	return { page, pageUrl, systems };
}

/**
 * Runs the package in n8n for people to try, until the run is interrupted.
 *
 * @throws Error when n8n ends by itself
 */
export async function runDemonstration(options: RunOptions, run: CommandRun): Promise<boolean> {
	const { signal, teardown } = run;
	if (options.fresh) rmSync(USER_FOLDER, { recursive: true, force: true });
	const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
	const { page, pageUrl, systems } = await startSurroundings(options, timezone, run);
	const base = await prepareInstanceBase(signal);
	const n8n = await createEmptyInstance(base, {
		...{ userFolder: USER_FOLDER, timezone, port: options.port, pollingMode: 'inMemory' },
		variables: options.dev ? RELOADING : {},
	});
	console.error('  Starting it …');
	const server = new N8nProcess(n8n, run);
	await server.start();
	const ended = new Promise<void>((resolve) => {
		server.onEnd = resolve;
	});
	const api = await page.meetN8n(n8n.settings, systems);
	console.error('  Storing credentials and workflows …');
	const wait = { timeoutMs: PUBLISHING_MS, signal };
	await fillN8n(
		api,
		{
			...{ endpoints: systems.endpoints, change: watchedByHeartbeat },
			publishedWorkflows: PUBLISHED_WORKFLOWS,
		},
		wait,
	);
	page.showN8n(n8n.settings);
	console.log(welcome(n8n.settings, systems, pageUrl));
	if (options.dev) rebuildOnChange(USER_FOLDER, run);
	const stream = startLiveStream(systems.service.log, { ...STREAM, seed: Date.now() });
	teardown.add(() => stream.stop());
	if (!signal.aborted) await Promise.race([ended, once(signal, 'abort')]);
	if (!signal.aborted) throw new Error(`n8n has stopped. Its log: ${n8n.settings.logPath}`);
	return true;
}
