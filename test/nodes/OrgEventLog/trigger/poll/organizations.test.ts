import { pollEvents } from '../../../../../nodes/OrgEventLog/trigger/poll/pollEvents';
import type { TriggerState } from '../../../../../nodes/OrgEventLog/trigger/position/triggerState';
import { createModelLog, pollRequestFor, type ModelLog } from '../../../../support/modelLog';

const NOW_MS = 1_700_000_000_000;
const MEGABYTE = 1024 * 1024;

/** A log whose events, one every second of the last minute, bear these organizations in turn. */
function logOf(name: string, ...organizations: readonly string[]): ModelLog {
	const events = Array.from({ length: 60 }, (_, index) => ({
		id: `${name}-${index}`,
		createdAtMs: NOW_MS - index * 1000,
		fields: { org_id: organizations[index % organizations.length] },
	}));
	return createModelLog(events);
}

const poll = async (log: ModelLog, state?: TriggerState) =>
	await pollEvents(
		{
			...pollRequestFor(log),
			startFrom: () => ({ kind: state === undefined ? 'date' : 'now', startMs: 0 }),
		},
		state,
	);

describe.each([
	['short ids', (name: string) => name],
	['ids of a megabyte', (name: string) => name.repeat(MEGABYTE / name.length)],
	['ids that JSON writes longer than they are', (name: string) => `${name}${'\u0000'.repeat(60)}`],
])('organizations with %s', (_name, idOf) => {
	it('are told apart behind one base URL, where the other log begins anew, and known again', async () => {
		const { state, newEvents } = await poll(logOf('a', idOf('first')));
		expect(newEvents).toHaveLength(60);
		const other = await poll(logOf('b', idOf('other')), state);
		expect(other).toMatchObject({ started: true, newEvents: [] });
		const same = await poll(logOf('b', idOf('first')), state);
		expect(same.started).toBe(false);
		expect(same.newEvents).toHaveLength(60);
	});

	it('take little of the state, however many there are', async () => {
		const ids = Array.from({ length: 12 }, (_, index) => idOf(`org${index}`));
		const { state } = await poll(logOf('a', ...ids));
		expect(Buffer.byteLength(JSON.stringify(state.organizations))).toBeLessThan(600);
	});
});
