import { ConsumedEvents } from '../../../../nodes/OrgEventLog/trigger/consumedEvents';
import { NOTHING_OWED } from '../../../../nodes/OrgEventLog/trigger/cursor';
import { watchRequests } from '../../../../nodes/OrgEventLog/trigger/pollClock';
import { readNewEvents } from '../../../../nodes/OrgEventLog/trigger/readNewEvents';

it('takes an instant of more events than a call has room for arguments', async () => {
	const cursor = { watermarkMs: 0, floorMs: 0, consumed: ConsumedEvents.none() };
	const events = Array.from({ length: 130_000 }, (_, index) => ({
		id: `event-${index}`,
		createdAtMs: 1,
		fields: {},
	}));
	const source = {
		fetchPage: async ({ skip, limit }: { skip: number; limit: number }) => ({
			events: await Promise.resolve(events.slice(skip, skip + limit)),
		}),
		pageSize: 200_000,
		orderIsReliable: true,
	};
	const { source: watched, clock, traits } = watchRequests(source, () => 5);
	const { emit } = await readNewEvents(watched, cursor, {
		...{ lateEventWindowMs: 0, maxEvents: 5000, matches: () => true },
		...{ clock, traits, owed: NOTHING_OWED },
		isWindowTimeUp: () => false,
		isTimeUp: () => false,
	});
	expect(emit).toHaveLength(events.length);
});
