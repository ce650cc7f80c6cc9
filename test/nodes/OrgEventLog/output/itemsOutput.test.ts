import type { LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import { MAX_ITEMS, createItemsOutput } from '../../../../nodes/OrgEventLog/output/itemsOutput';
import type { ReadConverted } from '../../../../nodes/OrgEventLog/output/outputWriter';

const EVENT: LoggedEvent = { id: 'e-1', createdAtMs: 1714564800000, fields: { id: 'e-1' } };

async function neverCalled(): Promise<never> {
	return await Promise.reject(new Error('Items take no file'));
}

/** So many events, in pages of ten. */
function writeItems(events: number, maxItems: number) {
	const pages = { left: events / 10 };
	const read: ReadConverted = async function* (convert) {
		for (; pages.left > 0; pages.left--) {
			const converted = Array.from({ length: 10 }, () => ({ ...EVENT, output: convert(EVENT) }));
			yield await Promise.resolve(converted);
		}
	};
	const output = createItemsOutput({ kind: 'raw' }, maxItems).write(read, neverCalled, neverCalled);
	return { pages, output };
}

it('more items than n8n has memory for end the reading, with advice', async () => {
	const { pages, output } = writeItems(1_000, 200);
	await expect(output).rejects.toMatchObject({
		kind: 'tooManyItems',
		message: `The result has more than ${MAX_ITEMS.toLocaleString('en-US')} items`,
		description: expect.stringContaining('Use Export Events to a File') as string,
	});
	expect(pages.left).toBe(80);
});

it('as many items as are allowed are all there', async () => {
	expect(await writeItems(200, 200).output).toHaveLength(200);
});
