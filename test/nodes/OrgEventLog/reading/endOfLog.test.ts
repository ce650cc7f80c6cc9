import type { PageRequest } from '../../../../nodes/OrgEventLog/api/page';
import { readEnd } from '../../../../nodes/OrgEventLog/reading/endOfLog';

it('is found beside an odd entry, although their order changes with each request', async () => {
	const newest = { id: 'newest', createdAtMs: 1_000, fields: {} };
	const odd = { id: 'odd', oddity: 'created_at is null' };
	let requests = 0;
	const listPage = async (_filters: unknown, { skip, limit }: PageRequest) => {
		const entries = requests++ % 2 === 0 ? [odd, newest] : [newest, odd];
		const shown = entries.slice(skip, skip + limit);
		const page = {
			events: shown.filter((entry) => 'fields' in entry),
			odd: shown.filter((entry) => 'oddity' in entry),
		};
		return await Promise.resolve(page.odd.length > 0 ? page : { events: page.events });
	};
	expect(await readEnd({ listPage }, 'DESC')).toEqual(newest);
});
