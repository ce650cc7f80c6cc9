import type { INodeParameters } from 'n8n-workflow';
import { makeEvent, makeUser, type EventOverrides } from '../../../sandbox/service';
import { MINUTE } from '../../support/times';
import { createActiveWorld, WORLD_START_MS } from '../../support/triggerHarness';
import { runOver } from './runNode';

// A service writes the same e-mail address in one letter case or the other: n8n compares in any, and shows what came.

const SPELLINGS = ['Ada@Example.com', 'ada@example.com'];

/** So many refusals of one person, spelled alternately. */
function refusals(count: number): EventOverrides[] {
	return Array.from({ length: count }, (_, index) => ({
		action: 'Deny',
		createdAtMs: WORLD_START_MS + MINUTE + index,
		userPrincipal: { user: makeUser({ email: SPELLINGS[index % 2] }) },
	}));
}

async function itemsOf(count: number, parameters: INodeParameters) {
	const world = await createActiveWorld({ parameters });
	world.add(...refusals(count));
	return (await world.poll()).json;
}

it.each(['user', 'who', 'happening'])('count together for bursts per %s', async (burstPer) => {
	const bursts = await itemsOf(6, { emit: 'burst', burstPer });

	expect(bursts).toMatchObject([{ count: 5 }]);
	if (burstPer !== 'happening') expect(bursts).toMatchObject([{ value: SPELLINGS[0] }]);
});

it.each(['happening', 'who', 'user', 'userAndService'])(
	'repeat each other per %s, and are shown as they came',
	async (suppressPer) => {
		const items = await itemsOf(6, { suppressRepeats: 60, suppressPer });

		expect(items).toMatchObject([{ userEmail: SPELLINGS[0] }]);
	},
);

it('are one of the top users of a digest', async () => {
	const [digest] = await itemsOf(6, { emit: 'digest' });

	expect(digest?.topUsers).toEqual([{ userEmail: SPELLINGS[0], count: 6 }]);
});

it.each<[INodeParameters, number]>([
	[{ filters: { userEmail: 'ADA@example.com' } }, 6],
	[{ exclude: { userEmail: 'bob@example.com|ADA@example.com' } }, 0],
])('are equal in %j of the trigger', async (parameters, passing) => {
	expect(await itemsOf(6, parameters)).toHaveLength(passing);
});

async function foundBy(parameters: INodeParameters) {
	const events = refusals(6).map((event, index) => makeEvent({ id: `e-${index}`, ...event }));
	return (await runOver(events, parameters)).map(({ json }) => json);
}

it('are equal in Exclude of the node', async () => {
	expect(await foundBy({ exclude: { userEmail: 'ADA@example.com' } })).toEqual([]);
});

it.each(['userEmail', 'who', 'user_principal.user.email'])(
	'are one group of a summary by %s, with the name that came first',
	async (column) => {
		const summary = await foundBy({ operation: 'summarize', groupBy: [column] });

		expect(summary).toMatchObject([{ [column]: SPELLINGS[1], count: 6 }]);
	},
);
