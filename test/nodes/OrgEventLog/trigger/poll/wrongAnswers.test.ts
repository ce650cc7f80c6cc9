import { pollEvents } from '../../../../../nodes/OrgEventLog/trigger/poll/pollEvents';
import type { TriggerState } from '../../../../../nodes/OrgEventLog/trigger/position/triggerState';
import {
	type ModelBehaviour,
	type ModelEvent,
	type ModelLog,
	createModelLog,
} from '../../../../support/modelLog';

const START_MS = 1_700_000_000_000;
const BACKLOG = 600;

function eventsFrom(startMs: number, count: number, name: string): ModelEvent[] {
	return Array.from({ length: count }, (_, index) => ({
		id: `${name}-${index}`,
		createdAtMs: startMs + index * 1000,
		visibleAtMs: startMs + index * 1000,
	}));
}

async function poll(log: ModelLog, orderIsReliable: boolean, state?: TriggerState) {
	return await pollEvents(
		{
			source: { fetchPage: log.fetchPage, pageSize: 100, orderIsReliable },
			fetchUnfilteredPage: log.fetchPage,
			sourceName: 'feed',
			logScope: 'log',
			lateEventWindowMs: 60_000,
			maxEvents: 250,
			readingTimeMs: 300_000,
			nowMs: () => log.nowMs,
			startFrom: () => ({ kind: 'now' }),
			matches: () => true,
		},
		state,
	);
}

interface Run {
	readonly delivered: string[];
	readonly requests: number;
}

/** An activation, an hour without polls in which 600 events are logged, and polls until all is quiet. */
async function run(
	behaviour: Partial<ModelBehaviour>,
	orderIsReliable: boolean,
	distort?: ModelLog['distort'],
): Promise<Run> {
	const old = eventsFrom(START_MS - 400_000, 300, 'old');
	const log = createModelLog([...old, ...eventsFrom(START_MS + 1000, BACKLOG, 'new')], behaviour);
	log.nowMs = START_MS;
	if (distort !== undefined) log.distort = distort;
	let { state } = await poll(log, orderIsReliable);
	log.nowMs = START_MS + 3_600_000;
	const delivered: string[] = [];
	for (let polls = 0; polls < 8; polls++) {
		const result = await poll(log, orderIsReliable, state).catch(() => undefined);
		log.nowMs += 60_000;
		if (result === undefined) continue;
		state = result.state;
		delivered.push(...result.newEvents.map(({ id }) => id));
	}
	return { delivered, requests: log.requests.length };
}

describe('one wrong answer, at whichever request, loses and repeats nothing', () => {
	describe.each<[string, Partial<ModelBehaviour>, boolean]>([
		['List', {}, true],
		['Feed', {}, false],
		[
			'a feed that gives the newest first whatever it is asked for',
			{ order: 'alwaysNewestFirst' },
			false,
		],
		['a feed that sorts only the page', { order: 'sortsPage' }, false],
		['a feed of short pages', { maxLimit: 60 }, false],
	])('from %s', (_source, behaviour, orderIsReliable) => {
		it.each([
			['empty', 0],
			['of seven events', 7],
		])('%s', async (_answer, kept) => {
			const { requests } = await run(behaviour, orderIsReliable);
			for (let wrongAt = 1; wrongAt <= requests; wrongAt++) {
				const { delivered } = await run(behaviour, orderIsReliable, (page, request) =>
					request === wrongAt ? { ...page, events: page.events.slice(0, kept) } : page,
				);
				expect(new Set(delivered).size).toBe(delivered.length);
				expect(delivered).toHaveLength(BACKLOG);
			}
		});
	});
});
