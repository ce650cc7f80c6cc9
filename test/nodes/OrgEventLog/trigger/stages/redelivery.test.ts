import type {
	PollFacts,
	StageSettings,
} from '../../../../../nodes/OrgEventLog/trigger/stages/batch';
import { rememberDelivery } from '../../../../../nodes/OrgEventLog/trigger/stages/redelivery';

const FACTS: PollFacts = {
	...{ presentMs: 0, newEvents: [], watermarkBeforeMs: 50, watermarkAfterMs: 50, backlog: 'none' },
	...{ floorMs: 0, freeCharacters: 60_000, processId: 'second', savesWithExecution: false },
};
const SETTINGS: StageSettings = {
	...{ suppressRepeatsMs: 0, heartbeatMs: 0 },
	...{ suppressPer: 'address', afterRestart: 'repeatLast' },
};

it('a delivery that could not be counted again for bursts still has to come again', () => {
	const memory = { processIds: ['first'], deliveredFromMs: 10 };
	const next = (facts: PollFacts) =>
		rememberDelivery({ alerts: [], facts, warnings: [] }, memory, SETTINGS)[1];
	const lookback = { events: [], cut: { fromMs: 0, by: 'failure' } } as const;
	expect(next({ ...FACTS, lookback })).toEqual(memory);
	expect(next(FACTS)).toEqual({ ...memory, processIds: ['first', 'second'] });
});
