import type { LoggedEvent } from '../../../../../nodes/OrgEventLog/events/event';
import { type Alert, toAlert } from '../../../../../nodes/OrgEventLog/trigger/stages/alert';
import type { BurstRule } from '../../../../../nodes/OrgEventLog/trigger/stages/gatherBursts';
import { gatherBursts } from '../../../../../nodes/OrgEventLog/trigger/stages/gatherBursts';

const MINUTE = 60_000;
const RULE: BurstRule = { groupKind: 'user', count: 3, withinMs: 10 * MINUTE };

function eventAt(minute: number, email = 'ada'): LoggedEvent {
	const fields = { user_principal: { user: { email } } };
	return { id: `${email} at ${minute}`, createdAtMs: minute * MINUTE, fields };
}

interface Given {
	readonly before?: readonly LoggedEvent[];
	readonly fresh?: readonly LoggedEvent[];
	readonly redelivered?: readonly LoggedEvent[];
}

function gather({ before = [], fresh = [], redelivered = [] }: Given): readonly Alert[] {
	const alerts = [
		...redelivered.map((event) => toAlert(event, true)),
		...fresh.map((event) => toAlert(event)),
	];
	return gatherBursts(alerts, before, RULE);
}

/** The first and the last minute of each burst, and how many events it has. */
function told(given: Given): unknown[] {
	return gather(given).map(({ events, event, isRedelivered: redelivered }) => [
		(events[0]?.createdAtMs ?? NaN) / MINUTE,
		event.createdAtMs / MINUTE,
		events.length,
		...(redelivered ? ['again'] : []),
	]);
}

it.each<[string, number[], number[], unknown[]]>([
	['by new events alone', [], [0, 2, 8], [[0, 8, 3]]],
	['together with those before', [0, 2], [8], [[0, 8, 3]]],
	['by a late event', [0, 2], [1], [[0, 2, 3]]],
	['by the newest of an instant', [5, 5], [5], [[5, 5, 3]]],
	['anew once a burst has ended', [0, 1, 2], [20, 21, 22], [[20, 22, 3]]],
	['not with an event that is just so much older', [0, 5], [10], []],
	['not by one that a burst goes on with', [0, 2, 8], [9], []],
	['not by a late one that makes a burst begin earlier', [5, 6, 7], [4], []],
	['not by a late one that makes a burst longer', [0, 1, 2], [1.5], []],
])('the count is reached %s', (_how, before, fresh, bursts) => {
	const [known, others] = [before, fresh].map((all) => all.map((minute) => eventAt(minute)));
	expect(told({ before: known, fresh: others })).toEqual(bursts);
});

it('each group counts by itself, in any letter case, the burst that ends first comes first, and who is not named by the group counts nowhere', () => {
	const bob = [1, 1.5, 2.5].map((minute) => eventAt(minute, 'bob'));
	const fresh = [eventAt(0), ...bob, eventAt(2, 'ADA'), eventAt(3), eventAt(4, 'eve')];
	const nobody = [5, 6, 7].map((minute) => eventAt(minute, ''));
	const alerts = gather({ fresh: [...fresh, ...nobody] });
	expect(alerts.map(({ group }) => group?.value)).toEqual(['bob', 'ada']);
});

it('a burst that comes again says so, beside a new one', () => {
	const redelivered = [0, 1, 2].map((minute) => eventAt(minute));
	const fresh = [3, 4, 5].map((minute) => eventAt(minute, 'bob'));
	expect(told({ redelivered, fresh })).toEqual([
		[0, 2, 3, 'again'],
		[3, 5, 3],
	]);
});
