import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startLiveStream } from '../service';
import { REPORT_WEBHOOK } from '../n8n/imports';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../n8n/owner';
import { editorUrl } from '../n8n/settings';
import type { N8nSettings } from '../n8n/settings';
import { SCRATCH } from '../places';
import type { Teardown } from '../processes/teardown';
import type { Delivery } from '../sink/delivery';
import type { Message, SinkListener } from '../sink/sink';
import type { RunOptions } from './options';
import { prepareN8n, runN8n } from './sandboxedN8n';
import type { Surroundings } from './surroundings';
import { startSurroundings } from './surroundings';

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

function welcome(settings: N8nSettings, { service }: Surroundings): string {
	const editor = editorUrl(settings);
	return `
  Editor    ${editor}
  Login     ${OWNER_EMAIL} / ${OWNER_PASSWORD}
  Service   ${service.baseUrl}  (${service.log.size} events, and a new one every few seconds)
  Report    ${editor}/${REPORT_WEBHOOK}  (open it to have the report of yesterday made now)

  What the workflows send is shown below; the trigger polls once a minute. Ctrl-C stops it all.
`;
}

/** Runs the package in n8n for people to try, until the signal is aborted. */
export async function runDemonstration(
	options: RunOptions,
	teardown: Teardown,
	signal: AbortSignal,
): Promise<void> {
	if (options.fresh) rmSync(USER_FOLDER, { recursive: true, force: true });
	const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
	const surroundings = await startSurroundings(
		{ events: options.events, days: DAYS, timezone, listener: LISTENER },
		teardown,
	);
	const n8n = await prepareN8n(
		{
			userFolder: USER_FOLDER,
			timezone,
			pollingMode: 'inMemory',
			port: options.port,
			endpoints: { serviceUrl: surroundings.service.baseUrl, sinkUrl: surroundings.sink.baseUrl },
		},
		signal,
	);
	console.error('Starting n8n …');
	const server = await runN8n(n8n, teardown, signal);
	console.log(welcome(n8n.settings, surroundings));
	const stream = startLiveStream(surroundings.service.log, { ...STREAM, seed: Date.now() });
	teardown.add(() => stream.stop());
	await Promise.race([server.exited, once(signal, 'abort')]);
	if (!signal.aborted) throw new Error(`n8n has ended. Its log is ${n8n.settings.logPath}`);
}
