import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandRun } from '../command/command';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import { startExternalSystems } from '../externalSystems/externalSystems';
import { startLiveStream } from '../service';
import { REPORT_WEBHOOK } from '../n8n/imports';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../n8n/owner';
import { startN8n } from '../n8n/server';
import { editorUrl } from '../n8n/settings';
import type { N8nSettings } from '../n8n/settings';
import { SCRATCH } from '../places';
import type { Delivery } from '../sink/delivery';
import type { Message, SinkListener } from '../sink/sink';
import { createExampleInstance } from './exampleInstance';
import type { RunOptions } from './options';
import { startOfDay } from './yesterday';

const USER_FOLDER = join(SCRATCH, 'demonstration');
const DAYS = 90;
const STREAM = { ratePerSecond: 0.3, tieShare: 0.2, lateShare: 0.1, maxLateMs: 90_000 };

function say(text: string): void {
	console.log(`${new Date().toTimeString().slice(0, 8)}  ${text}`);
}

function plural(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function describeDelivery({ executionId, eventIds }: Delivery): string {
	return `execution ${executionId} delivered ${plural(eventIds.length, 'new event')}`;
}

function describeMessage({ path, contentType, bytes, excerpt }: Message): string {
	return `${path} received ${plural(bytes, 'byte')} of ${contentType || 'nothing'}: ${excerpt}`;
}

const LISTENER: SinkListener = {
	onDelivery: (delivery) => say(describeDelivery(delivery)),
	onReport: ({ executionId, eventIds }) =>
		say(`execution ${executionId} reported ${plural(eventIds.length, 'event')} of yesterday`),
	onMessage: (message) => say(describeMessage(message)),
};

function welcome(settings: N8nSettings, { service }: ExternalSystems): string {
	const editor = editorUrl(settings);
	return `
  Editor    ${editor}
  Login     ${OWNER_EMAIL} / ${OWNER_PASSWORD}
  Service   ${service.baseUrl}  (${service.log.size} events, and a new one every few seconds)
  Report    ${editor}/${REPORT_WEBHOOK}  (open it to have the report of yesterday made now)

  What the workflows send is shown below; the trigger polls once a minute. Ctrl-C stops everything.
`;
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
	const startMs = startOfDay(Date.now(), timezone, DAYS - 1);
	const systems = await startExternalSystems(
		{ events: options.events, startMs, listener: LISTENER },
		run,
	);
	const n8n = await createExampleInstance(
		{ systems, userFolder: USER_FOLDER, timezone, port: options.port },
		signal,
	);
	console.error('Starting n8n …');
	const server = await startN8n(n8n, run);
	console.log(welcome(n8n.settings, systems));
	const stream = startLiveStream(systems.service.log, { ...STREAM, seed: Date.now() });
	teardown.add(() => stream.stop());
	await Promise.race([server.exited, once(signal, 'abort')]);
	if (!signal.aborted) throw new Error(`n8n has ended. Its log is ${n8n.settings.logPath}`);
	return true;
}
