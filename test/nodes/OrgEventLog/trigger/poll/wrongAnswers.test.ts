import { pollEvents } from '../../../../../nodes/OrgEventLog/trigger/poll/pollEvents';
import {
	createModelLog,
	pollRequestFor,
	type ModelBehaviour,
	type ModelLog,
} from '../../../../support/modelLog';

const START_MS = 1_700_000_000_000;
const BACKLOG = 600;

function eventsFrom(startMs: number, count: number, name: string) {
	return Array.from({ length: count }, (_, index) => ({
		id: `${name}-${index}`,
		createdAtMs: startMs + index * 1000,
		visibleAtMs: startMs + index * 1000,
	}));
}

/** An activation, an hour without polls in which 600 events are logged, and polls until all is quiet. */
async function run(
	behaviour: Partial<ModelBehaviour>,
	orderIsReliable: boolean,
	distort: ModelLog['distort'],
) {
	const old = eventsFrom(START_MS - 400_000, 300, 'old');
	const log = createModelLog([...old, ...eventsFrom(START_MS + 1000, BACKLOG, 'new')], behaviour);
	log.nowMs = START_MS;
	log.distort = distort;
	const request = {
		...pollRequestFor(log, { pageSize: 100, orderIsReliable }),
		...{ lateEventWindowMs: 60_000, maxEvents: 250 },
	};
	let { state } = await pollEvents(request, undefined);
	log.nowMs = START_MS + 3_600_000;
	const delivered: string[] = [];
	for (let polls = 0; polls < 8; polls++) {
		const result = await pollEvents(request, state).catch(() => undefined);
		log.nowMs += 60_000;
		if (result === undefined) continue;
		state = result.state;
		delivered.push(...result.newEvents.map(({ id }) => id));
	}
	return { delivered, requests: log.requests.length };
}

describe.each<[string, Partial<ModelBehaviour>, boolean]>([
	['List', {}, true],
	['Feed', {}, false],
	['a feed that gives the newest first whatever is asked', { order: 'alwaysNewestFirst' }, false],
	['a feed that sorts only the page', { order: 'sortsNewestPage' }, false],
	['a feed of short pages', { maxLimit: 60 }, false],
])('one wrong answer of %s, at whichever request', (_source, behaviour, orderIsReliable) => {
	it.each([
		['empty', 0],
		['of seven events', 7],
	])('%s: loses and repeats nothing', async (_answer, kept) => {
		const { requests } = await run(behaviour, orderIsReliable, (page) => page);
		for (let wrongAt = 1; wrongAt <= requests; wrongAt++) {
			const { delivered } = await run(behaviour, orderIsReliable, (page, request) =>
				request === wrongAt ? { ...page, events: page.events.slice(0, kept) } : page,
			);
			expect(new Set(delivered).size).toBe(delivered.length);
			expect(delivered).toHaveLength(BACKLOG);
		}
	});
});
