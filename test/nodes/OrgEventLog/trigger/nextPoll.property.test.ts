import fc from 'fast-check';
import type { TriggerSettings } from '../../../../nodes/OrgEventLog/parameters/triggerSettings';
import { anyBehaviour } from '../../../support/modelArbitraries';
import { TRIGGER_HOSTS, type HostKind } from '../../../support/triggerHosts';
import { TriggerLife } from '../../../support/triggerLife';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 100);
const START_MS = 1_700_000_000_000;
const WINDOW_MS = 5 * 60_000;

const SCENARIOS = fc.record({
	host: fc.constantFrom<HostKind>('inMemory', 'durableScheduler', 'durableCursors'),
	/** With an odd seed the source is one whose order is not relied on, as Feed's is not. */
	seed: fc.integer(),
	behaviour: anyBehaviour(40),
	pageSize: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(1_000)),
	/** How many there were long before: so much longer are the pages that were seen. */
	old: fc.integer({ min: 0, max: 20 }),
	/** When the known events came, before they were delivered. */
	known: fc.array(fc.integer({ min: -WINDOW_MS, max: 0 }), { maxLength: 12 }),
	/** How far in the future others are dated that were delivered at once. */
	future: fc.array(fc.integer({ min: 1, max: 3_600_000 }), { maxLength: 3 }),
	quietPolls: fc.integer({ min: 0, max: 70 }),
	intervalMs: fc.constantFrom(0, 20_000, 60_000, 3_600_000),
	/** When the new ones are dated, before they come. */
	late: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: -WINDOW_MS, max: 0 })), {
		minLength: 1,
		maxLength: 4,
	}),
});

function settingsOf(pageSize: number) {
	return {
		...{ source: 'feed', filters: {}, exclude: {}, preset: 'none', shape: { kind: 'raw' } },
		wording: { noun: 'event', timezone: 'UTC' },
		startFrom: () => ({ kind: 'now' }),
		startMark: '',
		heartbeatMs: 0,
		emit: { kind: 'events' },
		...{
			lateEventWindowMs: WINDOW_MS,
			suppressRepeatsMs: 0,
			suppressPer: 'happening' as const,
			timeoutMs: 60_000,
		},
		...{ maxEvents: 1_000, pageSize, afterRestart: 'goOn' },
	} as const satisfies TriggerSettings;
}

afterEach(() => jest.restoreAllMocks());

it('what comes on time is delivered by the very next poll, after any number of quiet ones', async () => {
	await fc.assert(
		fc.asyncProperty(SCENARIOS, async (scenario) => {
			const { host, behaviour, seed, pageSize, known, future, intervalMs } = scenario;
			const settings = settingsOf(pageSize);
			const times = { readingTimeMs: 300_000, requestMs: 0 };
			const life = new TriggerLife({
				...{ host: TRIGGER_HOSTS[host](), behaviour, seed, settings, ...times },
			});
			const { log } = life;
			jest.spyOn(Date, 'now').mockImplementation(() => log.nowMs);
			log.nowMs = START_MS;
			const add = (name: string, offsetsMs: readonly number[]) => {
				const events = offsetsMs.map((offsetMs, at) => ({
					...{ id: `${name}-${at}`, createdAtMs: log.nowMs + offsetMs },
				}));
				life.add(...events);
				return events.map(({ id }) => id);
			};
			add(
				'old',
				Array.from({ length: scenario.old }, (_, at) => -at * WINDOW_MS),
			);
			await life.poll({ occasion: 'publication' });
			log.nowMs += 2 * WINDOW_MS;
			const expected = [...add('known', known), ...add('future', future)];
			for (let poll = 0; poll <= scenario.quietPolls; poll++) {
				await life.poll();
				log.nowMs += intervalMs;
			}
			expected.push(...add('new', scenario.late));
			await life.poll();
			expect(life.handed.map(({ id }) => id).sort()).toEqual([...expected].sort());
		}),
		{ numRuns: RUNS },
	);
});
