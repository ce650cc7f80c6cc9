import type { LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import type { ReadConverted, SaveFile } from '../../../../nodes/OrgEventLog/output/outputWriter';
import {
	MAX_GROUPS,
	createSummaryOutput,
} from '../../../../nodes/OrgEventLog/output/summaryOutput';

const saveNoFile: SaveFile = async () => await Promise.reject(new Error('A summary has no file'));

/** The items of a summary by id of events with these times. */
async function summaryOf(timesMs: readonly number[]) {
	const read: ReadConverted = async function* (convert) {
		const events = timesMs.map((createdAtMs, index) => {
			const event: LoggedEvent = { id: `e-${index}`, createdAtMs, fields: {} };
			return { ...event, output: convert(event) };
		});
		yield await Promise.resolve(events);
	};
	const settings = { groupBy: ['id'], interval: 'none' } as const;
	const noManifest = async () => await Promise.reject(new Error('A summary has no manifest'));
	return await createSummaryOutput(settings, 'UTC').write(read, saveNoFile, noManifest);
}

it('takes so many groups and no more, and says what to do', async () => {
	const times = Array.from({ length: MAX_GROUPS }, (_, index) => index);

	expect(await summaryOf(times)).toHaveLength(MAX_GROUPS);
	await expect(summaryOf([...times, 0])).rejects.toMatchObject({
		message: expect.stringContaining(MAX_GROUPS.toLocaleString('en-US')) as string,
		description: expect.stringContaining('Group By') as string,
	});
});
