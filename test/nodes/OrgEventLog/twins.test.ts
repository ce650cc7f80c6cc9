import { createEventLog, makeEvent, startEventLogService } from '../../../sandbox/service';
import { createActiveWorld } from '../../support/triggerHarness';
import { runNode } from './runNode';

const START_MS = Date.UTC(2024, 4, 1);

it.each(['DESC', 'ASC'])(
	'two events with the same id and time that a page parts come once each (%s)',
	async (order) => {
		const messages = ['older', 'one', 'twin', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'];
		const offsets = [0, ...Array<number>(6).fill(60_000), 60_001, 60_001, 60_001, 60_002, 60_003];
		const events = messages.map((message, index) =>
			makeEvent({
				id: message === 'twin' ? 'one' : message,
				createdAtMs: START_MS + (offsets[index] ?? 0),
				message,
			}),
		);
		const behaviour = { maxLimit: 10, listBounds: 'inclusive', tieOrder: 'mirrored' } as const;
		const service = await startEventLogService({ log: createEventLog(events), behaviour });
		const all = { operation: 'list', returnAll: true, options: { order } };
		const { items } = await runNode(service, all);
		await service.close();
		const came = items.map(({ json }) => json.message);
		expect([...came].sort()).toEqual([...messages].sort());
	},
);

it.each([
	{ before: 3, again: [] },
	{ before: 9, again: ['one'] },
])(
	'a trigger loses neither of two behind $before others, and repeats the first if its poll ends between them',
	async ({ before, again }) => {
		const maxEventsPerPoll = 10;
		const world = await createActiveWorld({
			behaviour: { maxLimit: 10 },
			parameters: { options: { maxEventsPerPoll } },
		});
		const createdAtMs = world.nowMs;
		world.addMany(before, { fromMs: createdAtMs - before, stepMs: 1 });
		for (const message of ['one', 'twin']) world.add({ id: 'same', createdAtMs, message });
		const polls = await world.pollUntilQuiet();
		const messages = polls
			.flatMap(({ items }) => items)
			.filter(({ json }) => json.id === 'same')
			.map(({ json }) => json.message);
		expect(messages.sort()).toEqual([...again, 'one', 'twin'].sort());
	},
);
