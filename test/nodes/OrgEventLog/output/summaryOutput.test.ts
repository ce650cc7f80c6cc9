import type { LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import type { FileStore } from '../../../../nodes/OrgEventLog/output/outputWriter';
import type { ReadConverted } from '../../../../nodes/OrgEventLog/output/convertedEvents';
import {
	MAX_GROUPS,
	createSummaryOutput,
} from '../../../../nodes/OrgEventLog/output/summaryOutput';

const NO_FILES: FileStore = {
	save: async () => await Promise.reject(new Error('A summary has no file')),
};

/** The items of a summary by id of events with these times, which are read twice, as at the edges of pages. */
async function summaryOf(timesMs: readonly number[], interval: 'none' | 'day' = 'none') {
	const read: ReadConverted = async function* (convert) {
		const events = timesMs.map((createdAtMs, index) => {
			const event: LoggedEvent = { id: `e-${index}`, createdAtMs, fields: {} };
			convert(event);
			return { ...event, output: convert(event) };
		});
		convert({ id: 'not wanted', createdAtMs: 0, fields: {} });
		yield await Promise.resolve(events);
	};
	const choice = { kind: 'summary', groupBy: interval === 'none' ? ['id'] : [], interval } as const;
	const { items } = await createSummaryOutput(choice, 'UTC').write(read, NO_FILES, async () => {
		return await Promise.reject(new Error('A summary has no manifest'));
	});
	return items.map(({ json }) => json);
}

it('takes so many groups and no more, and says what to do', async () => {
	const times = Array.from({ length: MAX_GROUPS }, (_, index) => index);

	expect(await summaryOf(times)).toHaveLength(MAX_GROUPS);
	await expect(summaryOf([...times, 0])).rejects.toMatchObject({
		message: expect.stringContaining(MAX_GROUPS.toLocaleString('en-US')) as string,
		description: expect.stringContaining('Group By') as string,
	});
});

describe('groups that would take all of n8n’s memory', () => {
	/** A page for each event, whose name is so long. */
	function writeGroups(events: number, nameLength: number, groupBy: readonly string[]) {
		const pages = { read: 0 };
		const read: ReadConverted = async function* (convert) {
			for (; pages.read < events; pages.read++) {
				const fields = { name: `${'x'.repeat(nameLength)}${pages.read}`, list: [{}, {}] };
				const event: LoggedEvent = { id: `e-${pages.read}`, createdAtMs: 0, fields };
				yield await Promise.resolve([{ ...event, output: convert(event) }]);
			}
		};
		const choice = { kind: 'summary', groupBy, interval: 'none' } as const;
		const noManifest = async () => await Promise.reject(new Error('A summary has no manifest'));
		const output = createSummaryOutput(choice, 'UTC', 2_000_000).write(read, NO_FILES, noManifest);
		return { pages, output };
	}

	it('end the reading, with advice', async () => {
		const { pages, output } = writeGroups(1_000, 5_000, ['name']);
		await expect(output).rejects.toMatchObject({
			kind: 'tooLargeGroups',
			message: expect.stringContaining('too much memory') as string,
			description: expect.stringMatching(
				/choose fewer columns.* use Export Events to a File/,
			) as string,
		});
		// Each name takes 10,000 bytes, and is there twice.
		expect(pages.read).toBeLessThan(110);
		expect(pages.read).toBeGreaterThan(50);
	});

	it('are counted by what they hold, however often it occurs', async () => {
		const { output } = writeGroups(1_000, 5_000, ['list']);
		expect((await output).items).toMatchObject([{ json: { count: 1_000 } }]);
	});
});

it('has a place, at the end, for what has none in time', async () => {
	const day = { interval: '2024-05-01T00:00:00.000Z', count: 1, share: 100 };
	const at = '2024-05-01T08:00:00.000Z';

	expect(
		await summaryOf([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Date.parse(at)], 'day'),
	).toEqual([
		{ ...day, firstAt: at, lastAt: at },
		{ interval: null, count: 2, share: 100, firstAt: null, lastAt: null },
	]);
});
