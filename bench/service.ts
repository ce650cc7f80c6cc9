import {
	DEFAULT_API_KEY,
	DEFAULT_BEHAVIOUR,
	seededLog,
	startEventLogService,
	type ServiceBehaviour,
} from '../sandbox/service';
import { answerJobs } from './jobs';
import { PAGE_SIZE, digestOf, type LogPart } from './log';
import { startFarAway } from './network';

const SEED = 20_261_121;
const SPAN_MS = 60 * 86_400_000;

/** `near`: plain HTTP on this machine. `far`: HTTPS, compressed, with round trips of 30 ms. */
export type Place = 'near' | 'far';

/** Pages are as long as asked for, unless a race says otherwise. */
const BEHAVIOUR = { ...DEFAULT_BEHAVIOUR, maxLimit: 10_000 };

/** Every event is written already, and a page costs next to nothing, as where many machines answer. */
async function start(events: number) {
	const endMs = Date.now();
	const log = seededLog({ events, seed: SEED, startMs: endMs - SPAN_MS, endMs });
	log.keepTexts();
	const behaviour = BEHAVIOUR;
	const service = await startEventLogService({ log, behaviour, rememberedRequests: 1 });
	const { baseUrl } = service;
	// Listing every page once writes all events and warms the service up.
	const headers = { Authorization: `Bearer ${DEFAULT_API_KEY}` };
	for (let skip = 0; skip < events; skip += PAGE_SIZE) {
		const url = `${baseUrl}/api/v1/events?order=ASC&limit=${PAGE_SIZE}&skip=${skip}`;
		await (await fetch(url, { headers })).arrayBuffer();
	}
	return { service, log, baseUrls: { near: baseUrl, far: await startFarAway(baseUrl) } };
}

const started = start(Number(process.argv[2]));

const JOBS = {
	newest: async ({ events, place }: { readonly events: number; readonly place: Place }) => {
		const { baseUrls, log } = await started;
		const first = log.size - events;
		const positions = Array.from({ length: events }, (_, index) => first + index);
		const expected = digestOf(positions.map((at) => String(log.attributeAt(at, 'id'))));
		const afterMs = first > 0 ? log.timeAt(first - 1) : log.timeAt(0) - 1;
		const beforeMs = log.timeAt(log.size - 1) + 1;
		const part: LogPart = {
			...{ baseUrl: baseUrls[place], apiKey: DEFAULT_API_KEY, afterMs, beforeMs, expected },
		};
		return part;
	},
	/** From here on the service behaves as by default but for this. */
	behave: async (behaviour: Partial<ServiceBehaviour>) =>
		Object.assign((await started).service, { behaviour: { ...BEHAVIOUR, ...behaviour } }).behaviour,
};

export type ServiceJobs = typeof JOBS;

answerJobs(JOBS);
