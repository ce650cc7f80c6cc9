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

let running: EventLogService | undefined;

function service(): EventLogService {
	if (running === undefined) throw new Error('The service has not been started');
	return running;
}

/** Lists every page once: all events are written then, and the machine code is made. */
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
		running = await startEventLogService({ log, rememberedRequests: 1 });
		if (kind === 'quick') await listAll(running);
		return {};
	},
	newest: async ({ events }: { readonly events: number }): Promise<LogPart> => {
		const { baseUrl, log } = service();
		const first = log.size - events;
		const ids = Array.from({ length: events }, (_, index) =>
			String(log.attributeAt(first + index, 'id')),
		);
		return await Promise.resolve({
			baseUrl,
			apiKey: DEFAULT_API_KEY,
			afterMs: first > 0 ? log.timeAt(first - 1) : log.timeAt(0) - 1,
			beforeMs: log.timeAt(log.size - 1) + 1,
			expected: digestOf(ids),
		});
	},
	/** From here on the service behaves as by default but for this. */
	behave: async (behaviour: Partial<ServiceBehaviour>) => {
		service().behaviour = { ...DEFAULT_BEHAVIOUR, ...behaviour };
		return await Promise.resolve({});
	},
};

export type ServiceJobs = typeof JOBS;

answerJobs(JOBS);
