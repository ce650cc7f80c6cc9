import { pollEvents } from '../../../../../nodes/OrgEventLog/trigger/poll/pollEvents';
import {
	type ModelBehaviour,
	type ModelEvent,
	createModelLog,
	pollRequestFor,
	seededRandom,
} from '../../../../support/modelLog';

const START_MS = 1_700_000_000_000;
const MINUTE = 60_000;
const POLLS = 20;
/** What a poll needs whose pages come from either end, with one more page behind its first one. */
const MAX_REQUESTS = 12;

interface SlowService {
	readonly secondsPerRequest: number;
	readonly eventsPerMinute: number;
	/** How far n8n's clock is ahead, milliseconds. */
	readonly hostAheadMs?: number;
	readonly behaviour?: Partial<ModelBehaviour>;
	readonly more?: readonly ModelEvent[];
}

/** Polls each minute, or as soon as the last poll has ended, while the log goes on. */
async function pollSlowly(service: SlowService, seed: number) {
	const { secondsPerRequest, eventsPerMinute, hostAheadMs = 0, behaviour, more = [] } = service;
	const random = seededRandom(seed);
	const ordinary = Array.from({ length: 60 * eventsPerMinute }, (_, index): ModelEvent => {
		const createdAtMs = START_MS + Math.floor(random() * 60 * MINUTE);
		return { id: `event-${index}`, createdAtMs, visibleAtMs: createdAtMs };
	});
	const events = [...ordinary, ...more];
	const log = createModelLog(events, behaviour, seed);
	log.nowMs = START_MS + 6 * MINUTE;
	log.beforeRequest = () => {
		log.nowMs += secondsPerRequest * 1000;
	};
	const request = { ...pollRequestFor(log), nowMs: () => log.nowMs + hostAheadMs };
	let { state } = await pollEvents(request, undefined);
	const begunMs = log.nowMs;
	const delivered: string[] = [];
	const [missed, requests]: [string[], number[]] = [[], []];
	for (let poll = 0; poll < POLLS; poll++) {
		const [pollMs, before] = [log.nowMs, log.requests.length];
		const result = await pollEvents(request, state);
		({ state } = result);
		requests.push(log.requests.length - before);
		delivered.push(...result.newEvents.map(({ id }) => id));
		const wasThere = ({ visibleAtMs = 0 }: ModelEvent) =>
			visibleAtMs > begunMs && visibleAtMs <= pollMs;
		const gone = new Set(delivered);
		missed.push(...events.filter(wasThere).flatMap(({ id }) => (gone.has(id) ? [] : [id])));
		log.nowMs = Math.max(log.nowMs, pollMs + MINUTE);
	}
	return { delivered, missed, requests };
}

describe.each<ModelBehaviour['order']>(['honoured', 'alwaysNewestFirst', 'alwaysOldestFirst'])(
	'a poll of a slow service (order %s) ends soon, with all that the log had when it began, where',
	(order) => {
		it.each<[string, SlowService]>([
			['nearly every request meets a new event', { secondsPerRequest: 5, eventsPerMinute: 10 }],
			['every request does', { secondsPerRequest: 5, eventsPerMinute: 60 }],
			['some do', { secondsPerRequest: 1, eventsPerMinute: 10 }],
			["n8n's clock is ahead", { secondsPerRequest: 5, eventsPerMinute: 10, hostAheadMs: 4000 }],
			[
				"n8n's clock is behind",
				{ secondsPerRequest: 5, eventsPerMinute: 10, hostAheadMs: -20_000 },
			],
		])('%s', async (_name, service) => {
			for (let seed = 1; seed <= 4; seed++) {
				const { delivered, missed, requests } = await pollSlowly(
					{ ...service, behaviour: { order } },
					seed,
				);
				expect(missed).toEqual([]);
				expect(new Set(delivered).size).toBe(delivered.length);
				expect(delivered.length).toBeGreaterThan(POLLS * (service.eventsPerMinute / 3));
				expect(Math.max(...requests)).toBeLessThanOrEqual(MAX_REQUESTS);
			}
		});
	},
);

describe.each([1000, 100, 20])('of a service that gives %d events at most, a poll', (maxLimit) => {
	it.each<ModelBehaviour['order']>(['honoured', 'alwaysNewestFirst', 'unordered'])(
		'delivers events of the future at once, however many pages there are before them (order %s)',
		async (order) => {
			const more = Array.from({ length: 50 }, (_, index) => ({
				id: `of the future ${index}`,
				createdAtMs: START_MS + (24 + index) * 60 * MINUTE,
				visibleAtMs: START_MS + 12 * MINUTE,
			}));
			const behaviour = { order, maxLimit };
			for (const eventsPerMinute of [1, 60]) {
				const service = { secondsPerRequest: 0.4, eventsPerMinute, behaviour, more };
				const { delivered, missed } = await pollSlowly(service, 5);
				expect(missed).toEqual([]);
				expect(delivered).toEqual(expect.arrayContaining(more.map(({ id }) => id)));
			}
		},
	);
});
