import type { ReadMadeEvents } from '../../../../nodes/OrgEventLog/output/output';
import { readSample } from '../../../../nodes/OrgEventLog/output/sample';

it('takes an id that stands at two times for two events', async () => {
	const events = [2, 1].map((createdAtMs) => ({ id: 'a', createdAtMs, fields: {} }));
	const read: ReadMadeEvents = async function* (make) {
		yield await Promise.resolve(events.map((event) => ({ ...event, made: make(event) })));
	};
	const ids: string[] = [];
	const batches = readSample(read, { size: 3, seed: 'x' }, 'ASC', ({ id }) => id);
	for await (const batch of batches) ids.push(...batch.map(({ made }) => made));

	expect(ids).toEqual(['a', 'a']);
});

it('makes and keeps few of many', async () => {
	let made = 0;
	const events = Array.from({ length: 20_000 }, (_, createdAtMs) => ({
		...{ id: `e-${createdAtMs}`, createdAtMs, fields: {} },
	}));
	const read: ReadMadeEvents = async function* (make) {
		for (let at = 0; at < events.length; at += 100) {
			const batch = events.slice(at, at + 100).map((event) => ({ ...event, made: make(event) }));
			yield await Promise.resolve(batch);
		}
	};
	const batches = readSample(read, { size: 10, seed: '' }, 'ASC', ({ id }) => {
		made += 1;
		return id;
	});
	for await (const taken of batches) expect(taken).toHaveLength(10);

	expect(made).toBeLessThan(500);
});
