import 'reflect-metadata';
import { ProcessMemory } from '../../nodes/OrgEventLog/trigger/n8n/processMemory';
import { pollEventLog } from '../../nodes/OrgEventLog/trigger/n8n/pollEventLogContext';
import { OrgEventLogTrigger } from '../../nodes/OrgEventLog/OrgEventLogTrigger.node.ts';
import {
	DEFAULT_API_KEY,
	createEventLog,
	makeEvent,
	startEventLogService,
} from '../../sandbox/service';
import { createCredentialStore, createPollContext } from '../../test/support/n8nContexts';

const MINUTE_MS = 60_000;
/** What a log holds when the trigger is activated: more than any window. */
const MINUTES_BEFORE = 6;
/** Behind the host's clock, so that the host has seen all of it, and near enough to be believed. */
const BEGINNING_MS = Date.now() - 12 * 60 * MINUTE_MS;
/** Every so many-th event is an ERROR: what a narrow filter lets pass. */
export const ONE_IN = 100;

/** A trigger that polls an even log. */
export interface Polling {
	readonly source: 'feed' | 'list';
	/** Whether it takes errors alone, one event in a hundred. */
	readonly isNarrow: boolean;
	readonly eventsPerMinute: number;
	readonly minutesBetween: number;
	/** How many polls are measured. */
	readonly polls: number;
	/** And how many are not, before: what is wanted is how it goes on once events have passed, not how it begins. */
	readonly pollsBefore: number;
}

export interface Measured {
	/** On average. */
	readonly requestsPerMinute: number;
	/** Whether events are still waiting after the last poll. */
	readonly fallsBehind: boolean;
}

/** Polls the simulated service through n8n-core's own context, over HTTP, and counts its requests. */
export async function measurePolls(polling: Polling): Promise<Measured> {
	let nowMs = BEGINNING_MS;
	const service = await startEventLogService({ log: createEventLog(), clock: () => nowMs });
	const add = eventsInto(service.log, polling.eventsPerMinute);
	const trigger = triggerOf(service.baseUrl, polling);
	try {
		add(nowMs - MINUTES_BEFORE * MINUTE_MS, nowMs);
		await trigger.poll();
		const pollAll = async (polls: number) => {
			for (let done = 0; done < polls; done++) {
				const untilMs = nowMs + polling.minutesBetween * MINUTE_MS;
				add(nowMs, untilMs);
				nowMs = untilMs;
				await trigger.poll();
			}
		};
		await pollAll(polling.pollsBefore);
		const requestsBefore = service.requests.length;
		await pollAll(polling.polls);
		const requests = service.requests.length - requestsBefore;
		return {
			requestsPerMinute: requests / (polling.polls * polling.minutesBetween),
			fallsBehind: (await trigger.poll()) > 0,
		};
	} finally {
		await service.close();
	}
}

/** Appends events from one time up to another, evenly. */
function eventsInto(log: ReturnType<typeof createEventLog>, perMinute: number) {
	let made = 0;
	return (fromMs: number, toMs: number) => {
		const count = ((toMs - fromMs) / MINUTE_MS) * perMinute;
		const events = Array.from({ length: count }, (_, index) =>
			makeEvent({
				id: `event-${++made}`,
				createdAtMs: fromMs + Math.floor(((index + 0.5) / count) * (toMs - fromMs)),
				severity: made % ONE_IN === 0 ? 'ERROR' : 'INFO',
			}),
		);
		log.append(...events);
	};
}

/** A trigger with its defaults, but for the source and a filter; what a poll gives is how many events. */
function triggerOf(baseUrl: string, { source, isNarrow }: Polling) {
	const authentication = 'apiKey';
	const credential = createCredentialStore({ baseUrl, authentication, apiKey: DEFAULT_API_KEY });
	const node = new OrgEventLogTrigger();
	const parameters = { source, filters: isNarrow ? { severity: 'ERROR' } : {} };
	const memory = new ProcessMemory();
	const { run } = createPollContext({ node, credential, parameters, activation: 'activate' });
	return {
		poll: async () => {
			const output = await run(async (context) => await pollEventLog(context, memory));
			return output?.[0]?.length ?? 0;
		},
	};
}
