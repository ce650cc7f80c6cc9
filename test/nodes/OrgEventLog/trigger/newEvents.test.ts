import { ConsumedEvents } from '../../../../nodes/OrgEventLog/trigger/consumedEvents';
import { NewEventsCollector } from '../../../../nodes/OrgEventLog/trigger/newEvents';

it('takes an instant of more events than a call has room for arguments', () => {
	const cursor = { watermarkMs: 0, floorMs: 0, consumed: ConsumedEvents.none() };
	const rules = { lateEventWindowMs: 0, maxEvents: 5000, matches: () => true };
	const clock = { presentMs: () => 5, earliestMs: () => 5, latestMs: () => 5, elapsedMs: () => 0 };
	const collector = new NewEventsCollector(cursor, rules, clock);
	const events = Array.from({ length: 130_000 }, (_, index) => ({
		id: `event-${index}`,
		createdAtMs: 1,
		fields: {},
	}));
	collector.take(events);
	expect(collector.result('none').emit).toHaveLength(events.length);
});
