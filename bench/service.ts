import {
	DEFAULT_API_KEY,
	DEFAULT_BEHAVIOUR,
	seededLog,
	startEventLogService,
	type EventLogService,
	type ServiceBehaviour,
} from '../sandbox/service';
import { answerJobs } from './jobs';
import { digestOf, listPages, type LogPart } from './log';

const SEED = 20_261_121;
const SPAN_MS = 60 * 86_400_000;

/**
 * `quick`: every event is written already, and a page costs the service next to nothing, as where
 * many machines answer. `slow`: it writes each page anew, one page at a time.
 */
export type ServiceKind = 'quick' | 'slow';

async function start(events: number, kind?: string): Promise<EventLogService> {
	const endMs = Date.now();
	const log = seededLog({ events, seed: SEED, startMs: endMs - SPAN_MS, endMs });
	if (kind === 'quick') log.keepTexts();
	const service = await startEventLogService({ log, rememberedRequests: 1 });
	if (kind === 'slow') return service;
	// Listing every page once writes all events and warms the service up.
	const pages = listPages({ baseUrl: service.baseUrl, apiKey: DEFAULT_API_KEY }, events);
	while ((await pages.next()).done !== true);
	return service;
}

const [size, kind] = process.argv.slice(2);
const started = start(Number(size), kind);

const JOBS = {
	newest: async ({ events }: { readonly events: number }): Promise<LogPart> => {
		const { baseUrl, log } = await started;
		const first = log.size - events;
		const positions = Array.from({ length: events }, (_, index) => first + index);
		const expected = digestOf(positions.map((at) => String(log.attributeAt(at, 'id'))));
		const afterMs = first > 0 ? log.timeAt(first - 1) : log.timeAt(0) - 1;
		const beforeMs = log.timeAt(log.size - 1) + 1;
		return { baseUrl, apiKey: DEFAULT_API_KEY, afterMs, beforeMs, expected };
	},
	/** From here on the service behaves as by default but for this. */
	behave: async (behaviour: Partial<ServiceBehaviour>) =>
		Object.assign(await started, { behaviour: { ...DEFAULT_BEHAVIOUR, ...behaviour } }).behaviour,
};

export type ServiceJobs = typeof JOBS;

answerJobs(JOBS);
