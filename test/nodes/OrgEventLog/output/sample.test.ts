import fc from 'fast-check';
import { createHash } from 'node:crypto';
import type { LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import type { Order } from '../../../../nodes/OrgEventLog/api/page';
import type { ReadConverted } from '../../../../nodes/OrgEventLog/output/outputWriter';
import { drawSample } from '../../../../nodes/OrgEventLog/output/sample';

/** Reads the events batch by batch: all converted before any is handed over, as pages that wait for their turn are. */
function readerOf(events: readonly LoggedEvent[], batchSize: number): ReadConverted {
	return async function* (convert) {
		const converted = events.map(({ id, createdAtMs, fields }) => ({
			id,
			createdAtMs,
			output: convert({ id, createdAtMs, fields }),
		}));
		for (let at = 0; at < converted.length; at += batchSize)
			yield await Promise.resolve(converted.slice(at, at + batchSize));
	};
}

interface Drawing {
	readonly size?: number;
	readonly seed?: string;
	readonly order?: Order;
	readonly batchSize?: number;
}

async function sampleOf(
	events: readonly LoggedEvent[],
	{ size = 3, seed = 'x', order = 'ASC', batchSize = 4 }: Drawing = {},
): Promise<string[]> {
	const ids: string[] = [];
	const read = drawSample(readerOf(events, batchSize), { size, seed }, order, ({ id }) => id);
	for await (const batch of read) ids.push(...batch.map(({ output }) => output));
	return ids;
}

function eventAt(id: string, createdAtMs: number): LoggedEvent {
	return { id, createdAtMs, fields: {} };
}

const anyEvents = fc
	.uniqueArray(fc.tuple(fc.string(), fc.nat(20)), { selector: ([id]) => id, maxLength: 60 })
	.map((drawn) => drawn.map(([id, createdAtMs]) => eventAt(id, createdAtMs)));

it('is the events with the lowest SHA-256 of seed and id, in the order of the range', async () => {
	await fc.assert(
		fc.asyncProperty(
			anyEvents,
			fc.string(),
			fc.integer({ min: 1, max: 20 }),
			fc.integer({ min: 1, max: 7 }),
			fc.constantFrom<Order>('ASC', 'DESC'),
			async (events, seed, size, batchSize, order) => {
				const drawOf = ({ id }: LoggedEvent) =>
					createHash('sha256')
						.update(seed + id)
						.digest('hex');
				const lowest = [...events]
					.sort((one, other) => (drawOf(one) < drawOf(other) ? -1 : 1))
					.slice(0, size);
				const times = [...new Set(lowest.map(({ createdAtMs }) => createdAtMs))].sort(
					(one, other) => (order === 'ASC' ? one - other : other - one),
				);
				const expected = times.flatMap((time) =>
					lowest.filter(({ createdAtMs }) => Object.is(createdAtMs, time)).map(({ id }) => id),
				);

				expect(await sampleOf(events, { size, seed, order, batchSize })).toEqual(expected);
			},
		),
		{ numRuns: 300, seed: 1 },
	);
});

it('takes an id that stands at two times for two events', async () => {
	expect(await sampleOf([eventAt('a', 2), eventAt('a', 1)])).toEqual(['a', 'a']);
});
