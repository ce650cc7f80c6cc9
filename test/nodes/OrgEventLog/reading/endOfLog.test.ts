import type { Order, PageRequest } from '../../../../nodes/OrgEventLog/api/page';
import { readEnd } from '../../../../nodes/OrgEventLog/reading/endOfLog';

it.each<[string, Order, { changesOrder: boolean; takesSkip: boolean }]>([
	['their order changes with each request', 'DESC', { changesOrder: true, takesSkip: true }],
	['the service takes no skip', 'ASC', { changesOrder: false, takesSkip: false }],
])('is found beside an odd entry, although %s', async (_, order, { changesOrder, takesSkip }) => {
	const only = { id: 'only', createdAtMs: 1_000, fields: {} };
	const odd = { id: 'odd', why: 'created_at is null' };
	let requests = 0;
	const listPage = async (_filters: unknown, { skip, limit }: PageRequest) => {
		const isTurned = changesOrder && requests++ % 2 === 1;
		const entries = isTurned ? [only, odd] : [odd, only];
		const shown = takesSkip ? entries.slice(skip, skip + limit) : entries.slice(0, limit);
		const events = shown.filter((entry) => 'fields' in entry);
		const others = shown.filter((entry) => 'why' in entry);
		return await Promise.resolve(others.length > 0 ? { events, malformed: others } : { events });
	};
	expect(await readEnd({ listPage }, order)).toEqual(only);
});

it.each<[Order, number[]]>([
	['ASC', [3, 2, 1]],
	['DESC', [1, 2, 3]],
])(
	'is not told (%s) by a List that gives the other end first, whatever is asked',
	async (order, times) => {
		const events = times.map((createdAtMs) => ({ id: `${createdAtMs}`, createdAtMs, fields: {} }));
		const listPage = async (_filters: unknown, { limit }: PageRequest) =>
			await Promise.resolve({ events: events.slice(0, limit) });
		expect(await readEnd({ listPage }, order)).toBeUndefined();
	},
);
