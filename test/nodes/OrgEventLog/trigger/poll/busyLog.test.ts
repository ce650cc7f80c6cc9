import { pollEvents } from '../../../../../nodes/OrgEventLog/trigger/poll/pollEvents';
import type { TriggerState } from '../../../../../nodes/OrgEventLog/trigger/position/triggerState';
import { createModelLog, seededRandom, type ModelEvent } from '../../../../support/modelLog';

const START_MS = 1_700_000_000_000;
const MINUTE = 60_000;
const POLLS = 110;

/** What a page holds of what would be on it, at a poll. */
type Cut = (page: readonly ModelEvent[], poll: number, random: () => number) => number;

const sizeOf = ({ fields }: ModelEvent) => Number(fields?.['bytes']);

function cutByBytes(maxBytes: number): Cut {
	return (page) => {
		let bytes = 0;
		const tooMany = page.findIndex((event) => (bytes += sizeOf(event)) > maxBytes);
		return tooMany === -1 ? page.length : Math.max(1, tooMany);
	};
}

const CUTS: ReadonlyArray<readonly [string, Cut]> = [
	['cuts its pages by bytes', cutByBytes(20_000)],
	['cuts its pages by few bytes', cutByBytes(6_000)],
	['lowers its greatest limit after a while', (_page, poll) => (poll < 20 ? 1000 : 25)],
	[
		'lowers it and raises it again and again',
		(_page, poll) => (poll % 50 < 10 ? 1000 : 20 + (poll % 7)),
	],
	['gives pages of any length', (_page, _poll, random) => 10 + Math.floor(30 * random())],
];

interface Silence {
	/** How many polls in a row found nothing at most although something was there. */
	readonly longest: number;
	readonly delivered: readonly string[];
	readonly expected: readonly string[];
}

/** Hours with some five events a minute, polled every minute. */
async function liveThrough(
	order: 'honoured' | 'alwaysNewestFirst' | 'alwaysOldestFirst' | 'sortsPage',
	cut: Cut,
	seed: number,
): Promise<Silence> {
	const random = seededRandom(seed);
	const events = Array.from({ length: 5 * POLLS }, (_, index) => {
		const createdAtMs = START_MS + Math.floor(random() * POLLS * MINUTE);
		const bytes = random() < 0.1 ? 5000 : 300 + Math.floor(random() * 600);
		return { id: `event-${index}`, createdAtMs, visibleAtMs: createdAtMs, fields: { bytes } };
	});
	const byId = new Map(events.map((event) => [event.id, event]));
	const log = createModelLog(events, { order }, seed);
	log.nowMs = START_MS - 1;
	let poll = 0;
	log.distort = (page) => {
		const shown = page.events.map(({ id }) => byId.get(id)).filter((event) => event !== undefined);
		return { ...page, events: page.events.slice(0, cut(shown, poll, random)) };
	};
	let state: TriggerState | undefined;
	const delivered: string[] = [];
	let [inARow, longest] = [0, 0];
	for (; poll < POLLS + 20; poll++) {
		const isThere = () => events.filter(({ visibleAtMs }) => visibleAtMs <= log.nowMs).length;
		const there = isThere();
		const result = await pollEvents(
			{
				source: { fetchPage: log.fetchPage, pageSize: 1000, orderIsReliable: false },
				fetchUnfilteredPage: log.fetchPage,
				sourceName: 'feed',
				logScope: 'log',
				lateEventWindowMs: 5 * MINUTE,
				maxEvents: 5000,
				readingTimeMs: 150_000,
				readsWholeWindow: poll % 60 === 0,
				nowMs: () => log.nowMs,
				startFrom: () => ({ kind: 'now' }),
				matches: () => true,
			},
			state,
		);
		const isSilent = result.newEvents.length === 0 && there > delivered.length;
		inARow = isSilent ? inARow + 1 : 0;
		longest = Math.max(longest, inARow);
		state = result.state;
		delivered.push(...result.newEvents.map(({ id }) => id));
		log.nowMs += MINUTE;
	}
	return { longest, delivered, expected: events.map(({ id }) => id) };
}

describe.each(['honoured', 'alwaysNewestFirst', 'alwaysOldestFirst', 'sortsPage'] as const)(
	'a busy log (order %s) is silent for an hour at most, and loses nothing, where the service',
	(order) => {
		it.each(CUTS)('%s', async (_name, cut) => {
			for (let seed = 1; seed <= 2; seed++) {
				const { longest, delivered, expected } = await liveThrough(order, cut, seed);
				expect(longest).toBeLessThan(60);
				expect([...delivered].sort()).toEqual([...expected].sort());
			}
		});
	},
);
