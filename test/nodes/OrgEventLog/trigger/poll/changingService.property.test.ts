import fc from 'fast-check';

import { pollEvents } from '../../../../../nodes/OrgEventLog/trigger/poll/pollEvents';
import {
	isTriggerState,
	type TriggerState,
} from '../../../../../nodes/OrgEventLog/trigger/position/triggerState';
import type { ModelEvent, ModelLog } from '../../../../support/modelLog';
import { createModelLog } from '../../../../support/modelLog';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 150);
const START_MS = 1_700_000_000_000;
const WINDOW_MS = 60_000;
const QUIET_MS = 2 * 60 * 60 * 1000;

const scenarios = fc.record({
	offsets: fc.array(fc.integer({ min: -200, max: 400 }), { maxLength: 40 }),
	maxLimits: fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 8, maxLength: 8 }),
	order: fc.constantFrom('honoured', 'alwaysOldestFirst', 'alwaysNewestFirst', 'sortsPage'),
	ties: fc.constantFrom('stable', 'shuffled'),
	organizations: fc.integer({ min: 1, max: 12 }),
	/** Every how many events one passes the filter. */
	every: fc.integer({ min: 1, max: 4 }),
	pageSize: fc.integer({ min: 1, max: 20 }),
	seed: fc.integer(),
} as const);

type Scenario = typeof scenarios extends fc.Arbitrary<infer T> ? T : never;

function eventsOf({ offsets, organizations }: Scenario): ModelEvent[] {
	return offsets.map((offset, index) => ({
		id: `event-${index}`,
		createdAtMs: START_MS + offset * 1000,
		visibleAtMs: START_MS + offset * 1000,
		fields: { org_id: `org-${index % organizations}`, number: index },
	}));
}

async function poll(log: ModelLog, { every, pageSize }: Scenario, stored?: TriggerState) {
	const state: unknown = stored && JSON.parse(JSON.stringify(stored));
	if (state !== undefined && !isTriggerState(state)) throw new Error('unreadable');
	return await pollEvents(
		{
			source: { fetchPage: log.fetchPage, pageSize, orderIsReliable: false },
			fetchUnfilteredPage: log.fetchPage,
			sourceName: 'feed',
			logScope: 'log',
			lateEventWindowMs: WINDOW_MS,
			maxEvents: 10,
			readingTimeMs: 300_000,
			nowMs: () => log.nowMs,
			startFrom: () => ({ kind: 'now' }),
			matches: ({ fields }) => Number(fields['number']) % every === 0,
		},
		state,
	);
}

it('a greatest limit that changes from poll to poll loses and repeats nothing', async () => {
	await fc.assert(
		fc.asyncProperty(scenarios, async (scenario) => {
			const { order, ties, maxLimits, every, seed } = scenario;
			const log = createModelLog(eventsOf(scenario), { order, ties }, seed);
			log.nowMs = START_MS;
			let { state } = await poll(log, scenario);
			const delivered: string[] = [];
			for (let round = 0; round < 24; round++) {
				const maxLimit = maxLimits[round % maxLimits.length] ?? 1;
				log.behaviour = { ...log.behaviour, maxLimit };
				log.nowMs += round < 15 ? 30_000 : QUIET_MS;
				const result = await poll(log, scenario, state);
				state = result.state;
				delivered.push(...result.newEvents.map(({ id }) => id));
			}
			const isNew = ({ createdAtMs }: ModelEvent) => createdAtMs > START_MS;
			const passes = ({ fields }: ModelEvent) => Number(fields?.['number']) % every === 0;
			const expected = log.events.filter((event) => isNew(event) && passes(event));
			expect([...delivered].sort()).toEqual(expected.map(({ id }) => id).sort());
		}),
		{ numRuns: RUNS },
	);
});
