import {
	DEFAULT_API_KEY,
	DEFAULT_BEHAVIOUR,
	seededLog,
	startEventLogService,
	type EventLogService,
	type ServiceBehaviour,
} from '../sandbox/service';
import { digestOf, type IdDigest } from './ids';
import { answerJobs } from './jobs';

const SEED = 20_261_121;
const SPAN_MS = 60 * 86_400_000;
const PAGE_SIZE = 1_000;

/**
 * `quick`: every event is written already, and a page costs the service next to nothing, as where
 * many machines answer. `slow`: it writes each page anew, one page at a time.
 */
export type ServiceKind = 'quick' | 'slow';

/** How to ask for the newest events of the log, and what a complete reading must come to. */
export interface LogPart {
	readonly baseUrl: string;
	readonly apiKey: string;
	/** Every event of the part is later and every other one is not. Epoch milliseconds. */
	readonly afterMs: number;
	/** Every event is earlier. Epoch milliseconds. */
	readonly beforeMs: number;
	readonly expected: IdDigest;
}

let started: Promise<EventLogService> | undefined;

async function service(): Promise<EventLogService> {
	if (started === undefined) throw new Error('The service has not been started');
	return await started;
}

/** Listing every page once writes all events and warms the service up. */
async function listAll({ baseUrl, log }: EventLogService): Promise<void> {
	const headers = { Authorization: `Bearer ${DEFAULT_API_KEY}` };
	for (let skip = 0; skip < log.size; skip += PAGE_SIZE) {
		const url = `${baseUrl}/api/v1/events?order=ASC&limit=${PAGE_SIZE}&skip=${skip}`;
		await (await fetch(url, { headers })).arrayBuffer();
	}
}

const JOBS = {
	start: async ({ events, kind }: { readonly events: number; readonly kind: ServiceKind }) => {
		const endMs = Date.now();
		const log = seededLog({ events, seed: SEED, startMs: endMs - SPAN_MS, endMs });
		if (kind === 'quick') log.keepTexts();
		started = startEventLogService({ log, rememberedRequests: 1 });
		if (kind === 'quick') await listAll(await started);
		return {};
	},
	newest: async ({ events }: { readonly events: number }): Promise<LogPart> => {
		const { baseUrl, log } = await service();
		const first = log.size - events;
		const positions = Array.from({ length: events }, (_, index) => first + index);
		const expected = digestOf(positions.map((at) => String(log.attributeAt(at, 'id'))));
		const afterMs = first > 0 ? log.timeAt(first - 1) : log.timeAt(0) - 1;
		const beforeMs = log.timeAt(log.size - 1) + 1;
		return { baseUrl, apiKey: DEFAULT_API_KEY, afterMs, beforeMs, expected };
	},
	/** From here on the service behaves as by default but for this. */
	behave: async (behaviour: Partial<ServiceBehaviour>) =>
		Object.assign(await service(), { behaviour: { ...DEFAULT_BEHAVIOUR, ...behaviour } }).behaviour,
};

export type ServiceJobs = typeof JOBS;

answerJobs(JOBS);
