import { ConsumedEvents } from '../../../../../nodes/OrgEventLog/trigger/position/consumedEvents';
import { watchRequests } from '../../../../../nodes/OrgEventLog/trigger/poll/pollClock';
import { readNewEvents } from '../../../../../nodes/OrgEventLog/trigger/poll/readNewEvents';

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
	const rules = { lateEventWindowMs: 0, maxEvents: 5000, matches: () => true };
	const requests = watchRequests(source, () => 5);
	const { newEvents } = await readNewEvents(requests, cursor, {
		...rules,
		readingTimeMs: 300_000,
		pageCap: 0,
	});
	expect(newEvents).toHaveLength(events.length);
});
