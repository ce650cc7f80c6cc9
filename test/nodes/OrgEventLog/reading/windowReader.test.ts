import type { PageRequest, TimedEvent } from '../../../../nodes/OrgEventLog/api/page';
import { WindowReader } from '../../../../nodes/OrgEventLog/reading/windowReader';

function eventAt(id: string, createdAtMs: number): TimedEvent {
	return { id, createdAtMs };
}

it('does not take a service for one that begins at the far end because of an event of the first instant', async () => {
	const [late, first, last] = [eventAt('late', 5), eventAt('first', 5), eventAt('last', 3)];
	let requests = 0;
	const fetchPage = async ({ afterMs = 0, beforeMs = 9, skip, limit }: PageRequest) => {
		const log = ++requests === 1 ? [first, last] : [late, first, last];
		const inside = log.filter(({ createdAtMs }) => createdAtMs > afterMs && createdAtMs < beforeMs);
		return await Promise.resolve({ events: inside.slice(skip, skip + limit) });
	};
	const reader = new WindowReader({ fetchPage, pageSize: 2, orderIsReliable: false }, 'DESC');
	await reader.readPage({ from: -8, to: -1 }, 2);
	expect(reader.pagesComeFrom).toBeUndefined();
});
