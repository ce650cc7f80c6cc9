import fc from 'fast-check';
import type { EventLogClient } from '../../../../nodes/OrgEventLog/api/client';
import type { TriggerSettings } from '../../../../nodes/OrgEventLog/parameters/parseTriggerSettings';
import { parseEmit } from '../../../../nodes/OrgEventLog/trigger/emits/emitTable';
import { runTest } from '../../../../nodes/OrgEventLog/trigger/testRun';
import { createModelLog, type ModelEvent } from '../../../support/modelLog';
import { withParameters } from '../../../support/parameters';
import { DAY, HOUR, MINUTE } from '../../../support/times';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 200) };
const START_MS = Date.UTC(2026, 10, 1);

const stories = fc.record({
	events: fc
		.array(
			fc.record({
				atMs: fc.oneof(
					fc.integer({ min: 0, max: 3 * DAY }),
					fc.integer({ min: 0, max: 20 }).map((step) => DAY + step * 20_000),
				),
				who: fc.constantFrom('ada', 'bob'),
			}),
			{ minLength: 1, maxLength: 40 },
		)
		.map((events) => events.sort((one, other) => one.atMs - other.atMs)),
	emit: fc.constantFrom('events', 'digest', 'burst'),
	burstCount: fc.integer({ min: 2, max: 4 }),
	burstMinutes: fc.integer({ min: 1, max: 3 }),
	suppressMinutes: fc.constantFrom(0, 1, 30, 2000),
});

type Story = typeof stories extends fc.Arbitrary<infer One> ? One : never;
type Timed = Story['events'][number];

/** The moments of bursts: where the count is reached, and was not at the event before. */
function burstsOf({ events, burstCount, burstMinutes }: Story): Timed[] {
	return ['ada', 'bob'].flatMap((who) => {
		const own = events.filter((event) => event.who === who);
		const isReached = (at: number) =>
			own.slice(0, at + 1).filter(({ atMs }) => atMs > (own[at]?.atMs ?? 0) - burstMinutes * MINUTE)
				.length >= burstCount;
		return own.filter((_, at) => isReached(at) && !(at > 0 && isReached(at - 1)));
	});
}

/** What is left of alerts when those that repeat one that was given are held back. */
function unrepeated(alerts: readonly Timed[], withinMs: number): Timed[] {
	const given: Timed[] = [];
	for (const alert of [...alerts].sort((one, other) => one.atMs - other.atMs)) {
		const repeats = (one: Timed) => one.who === alert.who && alert.atMs - one.atMs < withinMs;
		if (!given.some(repeats)) given.push(alert);
	}
	return given;
}

function most(timesMs: readonly number[], spanMs: number): number {
	const counts = timesMs.map(
		(endMs) => timesMs.filter((timeMs) => timeMs <= endMs && timeMs > endMs - spanMs).length,
	);
	return Math.max(0, ...counts);
}

function expectedNote(story: Story): RegExp {
	const alerts = story.emit === 'burst' ? burstsOf(story) : story.events;
	const given = unrepeated(alerts, story.suppressMinutes * MINUTE);
	const minutes = [...new Set(given.map(({ atMs }) => Math.floor(atMs / MINUTE) * MINUTE))];
	const items = story.emit === 'digest' ? minutes : given.map(({ atMs }) => atMs);
	return new RegExp(
		`workflow ${minutes.length} times? since .*, with ${items.length} items?: at most ${most(items, HOUR)} in one hour and ${most(items, DAY)} in one day$`,
	);
}

function settingsOf({ suppressMinutes }: Story): TriggerSettings {
	return {
		...{ source: 'feed', filters: {}, exclude: {}, preset: 'none', startDateHash: '' },
		parseStartFrom: () => ({ kind: 'now' }),
		shape: { kind: 'columns', columns: ['id'] },
		wording: { noun: 'event', timezone: 'UTC' },
		...{ maxParallelRequests: 1, firstPageLimit: undefined },
		...{ heartbeatMs: 0, lateEventWindowMs: 0, maxEvents: 100, maxPageLimit: 1000, timeoutMs: 1 },
		...{ suppressRepeatsMs: suppressMinutes * MINUTE, suppressPer: 'user', afterRestart: 'goOn' },
	};
}

it('a test run says how often these settings would have started the workflow', async () => {
	await fc.assert(
		fc.asyncProperty(stories, async (story) => {
			fc.pre(story.emit !== 'burst' || burstsOf(story).length > 0);
			const events: ModelEvent[] = story.events.map(({ atMs, who }, index) => ({
				id: `event-${index}`,
				createdAtMs: START_MS + atMs,
				fields: { user_principal: { user: { email: who } } },
			}));
			const { fetchPage } = createModelLog(events);
			const client: EventLogClient = {
				listPage: async (_filters, request) => await fetchPage(request),
				feedPage: fetchPage,
				count: async () => await Promise.resolve(0),
				...{ logScope: '0123456789abcdef', origin: 'https://log.example.com' },
			};
			const { emit, burstCount, burstMinutes } = story;
			const [item] = await runTest(client, {
				settings: settingsOf(story),
				emit: parseEmit(withParameters({ emit, burstCount, burstMinutes, burstPer: 'user' })),
				maxReadingMs: 60_000,
			});
			expect(item?.note).toMatch(expectedNote(story));
		}),
		RUNS,
	);
});
