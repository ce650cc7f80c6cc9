import { pollEvents } from '../../../../../nodes/OrgEventLog/trigger/poll/pollEvents';
import type { TriggerState } from '../../../../../nodes/OrgEventLog/trigger/position/triggerState';
import {
	createModelLog,
	pollRequestFor,
	seededRandom,
	type ModelBehaviour,
} from '../../../../support/modelLog';

const START_MS = 1_700_000_000_000;
const MINUTE = 60_000;
const POLLS = 110;

/** How many events a page holds at most, at a poll, by the sizes of those that would be on it. */
type Cut = (bytes: readonly number[], poll: number, random: () => number) => number;

function cutByBytes(maxBytes: number): Cut {
	return (sizes) => {
		let bytes = 0;
		const tooMany = sizes.findIndex((size) => (bytes += size) > maxBytes);
		return tooMany === -1 ? sizes.length : Math.max(1, tooMany);
	};
}

const CUTS: ReadonlyArray<readonly [string, Cut]> = [
	['cuts its pages by bytes', cutByBytes(20_000)],
	['cuts its pages by few bytes', cutByBytes(6_000)],
	['lowers its greatest limit after a while', (_, poll) => (poll < 20 ? 1000 : 25)],
	['lowers it and raises it by turns', (_, poll) => (poll % 50 < 10 ? 1000 : 20 + (poll % 7))],
	['gives pages of any length', (_, _poll, random) => 10 + Math.floor(30 * random())],
];

/** Hours with some five events a minute, polled every minute. */
async function liveThrough(order: ModelBehaviour['order'], cut: Cut, seed: number) {
	const random = seededRandom(seed);
	const events = Array.from({ length: 5 * POLLS }, (_, index) => {
		const createdAtMs = START_MS + Math.floor(random() * POLLS * MINUTE);
		const bytes = random() < 0.1 ? 5000 : 300 + Math.floor(random() * 600);
		return { id: `event-${index}`, createdAtMs, visibleAtMs: createdAtMs, fields: { bytes } };
	});
	const log = createModelLog(events, { order }, seed);
	log.nowMs = START_MS - 1;
	let poll = 0;
	log.distort = (page) => {
		const sizes = page.events.map(({ fields }) => Number(fields['bytes']));
		return { ...page, events: page.events.slice(0, cut(sizes, poll, random)) };
	};
	let state: TriggerState | undefined;
	const delivered: string[] = [];
	let [silent, longestSilence] = [0, 0];
	for (; poll < POLLS + 20; poll++) {
		const there = events.filter(({ visibleAtMs }) => visibleAtMs <= log.nowMs).length;
		const request = { ...pollRequestFor(log), readsWholeWindow: poll % 60 === 0 };
		const result = await pollEvents(request, state);
		silent = result.newEvents.length === 0 && there > delivered.length ? silent + 1 : 0;
		longestSilence = Math.max(longestSilence, silent);
		state = result.state;
		delivered.push(...result.newEvents.map(({ id }) => id));
		log.nowMs += MINUTE;
	}
	return { longestSilence, delivered: delivered.sort(), all: events.map(({ id }) => id).sort() };
}

describe.each(['honoured', 'alwaysNewestFirst', 'alwaysOldestFirst', 'sortsNewestPage'] as const)(
	'a busy log (order %s) is silent for an hour at most, and loses nothing, where the service',
	(order) => {
		it.each(CUTS)('%s', async (_name, cut) => {
			for (let seed = 1; seed <= 2; seed++) {
				const { longestSilence, delivered, all } = await liveThrough(order, cut, seed);
				expect(longestSilence).toBeLessThan(60);
				expect(delivered).toEqual(all);
			}
		});
	},
);
