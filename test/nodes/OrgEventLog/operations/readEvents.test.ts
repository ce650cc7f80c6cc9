import { MalformedRecords } from '../../../../nodes/OrgEventLog/api/malformedRecords';
import type { PageRequest } from '../../../../nodes/OrgEventLog/api/page';
import type { LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import { readEvents } from '../../../../nodes/OrgEventLog/operations/readEvents';
import type { ReadSettings } from '../../../../nodes/OrgEventLog/parameters/parseReadOptions';

const IDS = [...'abcdefghijklmnopqrstuvwxyz'];
const EVENTS = IDS.map((id, at): LoggedEvent => ({ id, createdAtMs: at + 1, fields: { id } }));

/** The ids read, oldest first, from a log that gives ten events a page. */
async function read(request: Partial<ReadSettings>, convert = ({ id }: LoggedEvent) => id) {
	const requests: PageRequest[] = [];
	const feedPage = async (page: PageRequest) => {
		requests.push(page);
		const inRange = EVENTS.filter(({ createdAtMs }) => createdAtMs > (page.afterMs ?? 0));
		return await Promise.resolve({ events: inRange.slice(page.skip, page.skip + page.limit) });
	};
	const listPage = async (_filters: object, page: PageRequest) => await feedPage(page);
	const options = {
		...({ source: 'list', preset: 'none', filters: {}, exclude: {}, order: 'ASC' } as const),
		...{ range: {}, nowMs: Infinity, timezone: 'UTC', isWholeRangeRequired: false, timeoutMs: 1 },
		...{ maxPageLimit: 10, firstPageLimit: undefined, maxParallelRequests: 1, ...request },
	};
	let ids = '';
	for await (const batch of readEvents(
		{ listPage, feedPage },
		options,
		new MalformedRecords(),
		convert,
	)) {
		expect(batch.length).toBeGreaterThan(0);
		ids += batch.map(({ output }) => output).join('');
	}
	return { ids, requests };
}

it('reads no further than wanted', async () => {
	const { ids, requests } = await read({ limit: 3 });
	expect(ids).toBe('abc');
	expect(requests).toHaveLength(1);
});

it('leaves out more than a page, and none of the next', async () => {
	expect((await read({ skip: 12, limit: 2 })).ids).toBe('mn');
	expect((await read({ skip: 25, limit: 2 })).ids).toBe('z');
});

it('counts only what clientSideCheck', async () => {
	const clientSideCheck = ({ id }: LoggedEvent) => 'bdfh'.includes(id);
	expect((await read({ clientSideCheck, skip: 1, limit: 2 })).ids).toBe('df');
});

it('makes nothing of what does not pass', async () => {
	const made: string[] = [];
	const clientSideCheck = ({ id }: LoggedEvent) => id === 'c';
	await read({ clientSideCheck }, ({ id }) => {
		made.push(id);
		return id;
	});
	expect(new Set(made)).toEqual(new Set(['c']));
});
