import 'reflect-metadata';
import { ProcessMemory } from '../../nodes/OrgEventLog/trigger/n8n/stateStoreContext';
import { pollEventLog } from '../../nodes/OrgEventLog/trigger/n8n/pollEventLogContext';
import { OrgEventLogTrigger } from '../../nodes/OrgEventLog/OrgEventLogTrigger.node.ts';
import {
	DEFAULT_API_KEY,
	createEventLog,
	makeEvent,
	startEventLogService,
} from '../../sandbox/service';
import { createCredentialStore, createPollContext } from '../../test/support/n8nContexts';
import { inDigits, table } from './markdown';
import type { Sections } from './sections';

const INTERVALS = [1, 5, 15];
const VOLUMES = [0, 1, 10, 100, 1_000];

const MINUTE_MS = 60_000;
/** What a log holds when the trigger is activated: more than a page of older events, and more than any window. */
const EVENTS_BEFORE = 1_200;
const MINUTES_BEFORE = 6;
const BEGINNING_MS = Date.UTC(2026, 4, 4);

/** Each quiet poll asks for the same. */
const POLLS_OF_NOTHING = 3;
/** An average takes a few polls, and a few events that pass. */
const FEWEST_POLLS = 2;
const FEWEST_PASSING = 4;
/** An event in more polls than these does not show in the average. */
const MOST_POLLS = 30;

/** A trigger that takes all events, or by a filter one in so many, and else has its defaults. */
interface Setting {
	readonly source: 'feed' | 'list';
	readonly takesOneIn: number;
}

/** Requests a minute, measured: what takes all events, and what takes few by the service's filter. */
export async function requestSections(): Promise<Sections> {
	return {
		'requests-of-all': await measuredTable({ source: 'feed', takesOneIn: 1 }),
		'requests-of-few': await measuredTable({ source: 'list', takesOneIn: 100 }),
	};
}

async function measuredTable(setting: Setting): Promise<string> {
	const rows: string[][] = [];
	for (const perMinute of VOLUMES) {
		const row = [inDigits(perMinute)];
		for (const minutes of INTERVALS) row.push(await measure(setting, perMinute, minutes));
		rows.push(row);
	}
	const head = INTERVALS.map((minutes) => (minutes === 1 ? 'minute' : `${minutes} minutes`));
	return table(['events a minute', ...head.map((every) => `every ${every}`)], rows, [0, 1, 2, 3]);
}

/**
 * Polls the simulated service through n8n-core's own context, over HTTP, and counts its requests. The host's clock stands
 * still during a poll. The late-event window after a slow one is wider and its page longer, so a slow machine would count
 * more requests.
 */
async function measure(setting: Setting, perMinute: number, minutes: number): Promise<string> {
	let nowMs = BEGINNING_MS;
	const realClock = Date.now;
	Date.now = () => nowMs;
	const service = await startEventLogService({ log: createEventLog(), clock: () => nowMs });
	const { poll, addEvents } = triggerOn(service, setting);
	const pass = (minutesLong: number) => {
		addEvents(minutesLong * perMinute, nowMs, nowMs + minutesLong * MINUTE_MS);
		nowMs += minutesLong * MINUTE_MS;
	};
	const requestsOf = async (polls: number) => {
		const before = service.requests.length;
		for (let done = 0; done < polls; done++) {
			pass(minutes);
			await poll();
		}
		return service.requests.length - before;
	};
	try {
		addEvents(EVENTS_BEFORE, nowMs - EVENTS_BEFORE * MINUTE_MS, nowMs);
		pass(MINUTES_BEFORE);
		await poll();
		const { polls, pollsBefore } = pollsFor((perMinute * minutes) / setting.takesOneIn);
		await requestsOf(pollsBefore);
		const aMinute = (await requestsOf(polls)) / (polls * minutes);
		const fallsBehind = (await poll()) > 0;
		return `${aMinute.toFixed(1)}${fallsBehind ? ', falls behind' : ''}`;
	} finally {
		Date.now = realClock;
		await service.close();
	}
}

/** Those before aren't measured: what is wanted is how it goes on once events have passed, not how it begins. */
function pollsFor(passingPerPoll: number) {
	if (passingPerPoll === 0) return { polls: POLLS_OF_NOTHING, pollsBefore: POLLS_OF_NOTHING };
	const wanted = Math.max(FEWEST_POLLS, Math.ceil(FEWEST_PASSING / passingPerPoll));
	const polls = Math.min(MOST_POLLS, wanted);
	return { polls, pollsBefore: Math.max(polls, Math.ceil(1 / passingPerPoll)) };
}

type Service = Awaited<ReturnType<typeof startEventLogService>>;

/** What a poll gives is how many events. Events are added evenly. */
function triggerOn({ baseUrl, log }: Service, { source, takesOneIn }: Setting) {
	const authentication = 'apiKey';
	const { run } = createPollContext({
		node: new OrgEventLogTrigger(),
		credential: createCredentialStore({ baseUrl, authentication, apiKey: DEFAULT_API_KEY }),
		parameters: {
			options: { source, columns: ['id'] },
			filters: takesOneIn === 1 ? {} : { severity: 'ERROR' },
		},
		activation: 'activate',
	});
	const memory = new ProcessMemory();
	let made = 0;
	return {
		poll: async () => {
			const output = await run(async (context) => await pollEventLog(context, memory));
			return output?.[0]?.length ?? 0;
		},
		addEvents: (count: number, fromMs: number, toMs: number) => {
			const events = Array.from({ length: count }, (_, index) =>
				makeEvent({
					id: `event-${++made}`,
					createdAtMs: fromMs + Math.floor(((index + 0.5) / count) * (toMs - fromMs)),
					severity: made % takesOneIn === 0 ? 'ERROR' : 'INFO',
				}),
			);
			log.append(...events);
		},
	};
}
