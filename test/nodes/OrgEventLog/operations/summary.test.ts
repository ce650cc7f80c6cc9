import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';
import {
	createEventLog,
	makeEvent,
	makeUser,
	seededLog,
	startEventLogService,
	type EventLogService,
	type EventRecord,
} from '../../../../sandbox/service';
import { runNode, type NodeOptions } from '../runNode';

const ZONE = 'Europe/Berlin';
/** Two days, with the night in which the clocks go back. */
const START_MS = Date.parse('2024-10-26T12:00:00Z');
const END_MS = Date.parse('2024-10-28T12:00:00Z');

let service: EventLogService | undefined;

afterEach(async () => {
	await service?.close();
	service = undefined;
});

async function start(log: EventLogService['log']): Promise<EventRecord[]> {
	service = await startEventLogService({ log });
	return log.all();
}

async function summaryOf(parameters: INodeParameters, options: NodeOptions = {}) {
	if (service === undefined) throw new Error('Start the service first');
	const { items, notes } = await runNode(
		service,
		{ output: 'summary', ...parameters },
		{ timezone: ZONE, ...options },
	);
	return { summary: items.map(({ json }) => json), notes, items };
}

const iso = (ms = NaN) => new Date(ms).toISOString();

/** What a person would count with a pencil. */
function countedBy(events: readonly EventRecord[], keyOf: (event: EventRecord) => object) {
	const groups = new Map<string, EventRecord[]>();
	for (const event of events) {
		const key = JSON.stringify(keyOf(event));
		groups.set(key, [...(groups.get(key) ?? []), event]);
	}
	return [...groups].map(([key, grouped]) => {
		const times = grouped.map(({ createdAtMs }) => createdAtMs);
		const [firstAt, lastAt] = [iso(Math.min(...times)), iso(Math.max(...times))];
		return { ...(JSON.parse(key) as object), count: grouped.length, firstAt, lastAt };
	});
}

const emailOf = ({ userPrincipal }: EventRecord) => userPrincipal?.user?.email || null;

it('by default is one item for each user, the most frequent first, of all events', async () => {
	const events = await start(
		seededLog({ events: 2_000, seed: 4, startMs: START_MS, endMs: END_MS }),
	);
	const { summary, items, notes } = await summaryOf({ limit: 5 });

	const expected = countedBy(events, (event) => ({ userEmail: emailOf(event) }));
	expect(summary).toHaveLength(expected.length);
	expect(summary).toEqual(expect.arrayContaining(expected));
	const counts = summary.map(({ count }) => Number(count));
	expect(counts).toEqual([...counts].sort((one, other) => other - one));
	expect(Object.keys(summary[0] ?? {})).toEqual(['userEmail', 'count', 'firstAt', 'lastAt']);
	expect(items.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(true);
	expect(notes).toEqual([]);
});

it.each(['hour', 'day', 'week', 'month'] as const)(
	'counts each %s by the calendar',
	async (unit) => {
		const events = await start(
			seededLog({ events: 1_000, seed: 5, startMs: START_MS, endMs: END_MS, tieWidth: 3 }),
		);
		const { summary } = await summaryOf({
			groupBy: ['severity', 'service.name'],
			interval: unit,
			filters: { severity: 'INFO' },
			options: { pageSize: 100 },
		});

		const passing = events.filter(({ severity }) => severity !== 'DEBUG');
		const expected = countedBy(passing, (event) => ({
			severity: event.severity,
			'service.name': event.serviceName || null,
			interval: DateTime.fromMillis(event.createdAtMs, { zone: ZONE }).startOf(unit).toISO(),
		}));
		expect(summary).toHaveLength(expected.length);
		expect(summary).toEqual(expect.arrayContaining(expected));
		const starts = summary.map(({ interval }) =>
			typeof interval === 'string' ? Date.parse(interval) : NaN,
		);
		expect(starts).toEqual([...starts].sort((one, other) => one - other));
		for (const [index, { interval, count }] of summary.slice(1).entries()) {
			const before = summary[index];
			if (before?.interval === interval) expect(Number(before?.count) >= Number(count)).toBe(true);
		}
	},
);

it('counts an hour that the clocks repeat as two, and a day of 25 hours as one', async () => {
	const at = (text: string) => makeEvent({ createdAtMs: Date.parse(text) });
	await start(createEventLog([at('2024-10-27T00:30:00Z'), at('2024-10-27T01:30:00Z')]));

	const intervalsBy = async (interval: string) =>
		(await summaryOf({ groupBy: [], interval })).summary.map((item) => [item.interval, item.count]);
	expect(await intervalsBy('hour')).toEqual([
		['2024-10-27T02:00:00.000+02:00', 1],
		['2024-10-27T02:00:00.000+01:00', 1],
	]);
	expect(await intervalsBy('day')).toEqual([['2024-10-27T00:00:00.000+02:00', 2]]);
});

it('groups by up to four columns and paths; with none, all events are one group', async () => {
	const user = makeUser({ groups: ['Everyone', 'Finance'] });
	await start(
		createEventLog([
			makeEvent({ createdAtMs: START_MS, userPrincipal: { user } }),
			makeEvent({ createdAtMs: START_MS + 1, userPrincipal: { user } }),
			makeEvent({ createdAtMs: START_MS + 2, userPrincipal: null, action: 'deny' }),
		]),
	);

	const groupBy = ['action', 'user_principal.user.groups', 'userEmail', 'nowhere'];
	const { summary, notes } = await summaryOf({ groupBy });
	expect(summary).toEqual([
		{
			action: 'Register',
			'user_principal.user.groups': ['Everyone', 'Finance'],
			userEmail: user.email,
			nowhere: null,
			count: 2,
			firstAt: iso(START_MS),
			lastAt: iso(START_MS + 1),
		},
		{
			action: 'deny',
			'user_principal.user.groups': null,
			userEmail: null,
			nowhere: null,
			count: 1,
			firstAt: iso(START_MS + 2),
			lastAt: iso(START_MS + 2),
		},
	]);
	expect(notes).toEqual([expect.stringContaining("'nowhere'")]);
	expect((await summaryOf({ groupBy: [] })).summary).toEqual([
		{ count: 3, firstAt: iso(START_MS), lastAt: iso(START_MS + 2) },
	]);
});

it('of no event is no item, and a note says why', async () => {
	await start(createEventLog([makeEvent({ action: 'deny' })]));
	const { summary, notes } = await summaryOf({ filters: { action: 'Deny' } });

	expect(summary).toEqual([]);
	expect(notes).toEqual([expect.stringContaining('similar: “deny” (1)')]);
});

it.each([
	[{ groupBy: ['a', 'b', 'c', 'd', 'e'] }, /^'Group By'/],
	[{ groupBy: ['userEmail', 'count'] }, /^'Group By'/],
	[{ interval: 'year' }, /^'Interval'/],
])('%j is refused by name, before any request', async (parameters, message) => {
	await start(createEventLog());

	await expect(summaryOf(parameters)).rejects.toThrow(message);
	expect(service?.requests).toEqual([]);
});
