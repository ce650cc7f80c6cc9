import { pollEvents } from '../../../../../nodes/OrgEventLog/trigger/poll/pollEvents';
import { createModelLog, pollRequestFor } from '../../../../support/modelLog';

const DAY_MS = 24 * 60 * 60 * 1000;
const STARTED_MS = 1_700_000_000_000;

/** A log that shows an event for each of the last ten seconds. */
const logAt = (nowMs: number) => {
	const events = Array.from({ length: 10 }, (_, index) => {
		const createdAtMs = nowMs - index * 1000;
		return { id: `event-${createdAtMs}`, createdAtMs, fields: {} };
	});
	return createModelLog(events);
};

it('a gap ends with the oldest event that was read, also where the log has lost it meanwhile', async () => {
	const { state } = await pollEvents(pollRequestFor(logAt(STARTED_MS)), undefined);
	const log = logAt(STARTED_MS + DAY_MS);
	const readOldest = async () => {
		const { events } = await log.fetchPage({ order: 'ASC', skip: 3, limit: 1 });
		return events[0];
	};
	const { gap, newEvents } = await pollEvents({ ...pollRequestFor(log), readOldest }, state);
	expect(newEvents).toHaveLength(10);
	expect(gap).toEqual({ fromMs: STARTED_MS, toMs: newEvents[0]?.createdAtMs });
});
