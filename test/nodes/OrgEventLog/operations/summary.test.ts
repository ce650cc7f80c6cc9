import type { INodeParameters } from 'n8n-workflow';
import {
	createEventLog,
	makeEvent,
	makeUser,
	startEventLogService,
	type EventLogService,
	type EventOverrides,
} from '../../../../sandbox/service';
import { runNode } from '../runNode';

const ZONE = 'Europe/Berlin';
/** In the night in which the clocks go back. */
const START_MS = Date.parse('2024-10-27T00:30:00Z');

let service: EventLogService;
afterEach(async () => await service.close());

async function start(...events: readonly EventOverrides[]): Promise<void> {
	const log = createEventLog(events.map((event) => makeEvent(event)));
	service = await startEventLogService({ log });
}

async function summaryOf(parameters: INodeParameters) {
	const all = { operation: 'summarize', ...parameters };
	const { items, notes } = await runNode(service, all, { timezone: ZONE });
	return { summary: items.map(({ json }) => json), notes };
}

const iso = (ms: number) => new Date(ms).toISOString();

it('counts an hour that the clocks repeat as two, and a day of 25 hours as one', async () => {
	await start({ createdAtMs: START_MS }, { createdAtMs: START_MS + 3_600_000 });

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
		{ createdAtMs: START_MS, userPrincipal: { user } },
		{ createdAtMs: START_MS + 1, userPrincipal: { user } },
		{ createdAtMs: START_MS + 2, userPrincipal: null, action: 'deny' },
	);

	const groupBy = ['action', 'user_principal.user.groups', 'userEmail', 'nowhere'];
	const { summary } = await summaryOf({ groupBy });
	expect(summary).toEqual([
		{
			action: 'Register',
			'user_principal.user.groups': ['Everyone', 'Finance'],
			userEmail: user.email,
			nowhere: '(none)',
			count: 2,
			share: 66.7,
			firstAt: iso(START_MS),
			lastAt: iso(START_MS + 1),
		},
		{
			action: 'deny',
			'user_principal.user.groups': '(none)',
			userEmail: '(none)',
			nowhere: '(none)',
			count: 1,
			share: 33.3,
			firstAt: iso(START_MS + 2),
			lastAt: iso(START_MS + 2),
		},
	]);
	expect((await summaryOf({ groupBy: [] })).summary).toEqual([
		{ count: 3, share: 100, firstAt: iso(START_MS), lastAt: iso(START_MS + 2) },
	]);
});
