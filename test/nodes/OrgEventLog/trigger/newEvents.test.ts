import { ConsumedEvents } from '../../../../nodes/OrgEventLog/trigger/consumedEvents';
import { NewEventsCollector } from '../../../../nodes/OrgEventLog/trigger/newEvents';

it('takes an instant of more events than a call has room for arguments', async () => {
	const cursor = { watermarkMs: 0, floorMs: 0, consumed: ConsumedEvents.none() };
	const rules = { lateEventWindowMs: 0, maxEvents: 5000, matches: () => true };
	const clock = {
		present: async () => await Promise.resolve({ presentMs: 5, latestMs: 5 }),
		earliestMs: () => Infinity,
		elapsedMs: () => 0,
		reading: () => undefined,
	};
	const collector = new NewEventsCollector(cursor, rules, clock);
	const events = Array.from({ length: 130_000 }, (_, index) => ({
		id: `event-${index}`,
		createdAtMs: 1,
		fields: {},
	}));
	await collector.take(events);
	expect(collector.result('none').emit).toHaveLength(events.length);
});
