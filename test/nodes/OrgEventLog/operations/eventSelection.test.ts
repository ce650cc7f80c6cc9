import type { LoggedEvent } from '../../../../nodes/OrgEventLog/api/event';
import {
	createFilterCheck,
	selectEvents,
} from '../../../../nodes/OrgEventLog/operations/eventSelection';

const MS = 1_714_564_800_000;
const eventWith = (fields: LoggedEvent['fields'], id = 'e'): LoggedEvent => ({
	id,
	createdAtMs: MS,
	fields,
});

describe('createFilterCheck', () => {
	const own = `${MS}123456`;
	it.each<[string, string | number | undefined, bigint, boolean]>([
		['its own exact time', own, BigInt(own), false],
		['a nanosecond before it', own, BigInt(own) - 1n, true],
		['a nanosecond after it', own, BigInt(own) + 1n, false],
		['the millisecond it lies in, where it says no more', undefined, BigInt(`${MS}500000`), true],
		['the end of its millisecond, where it says no more', undefined, BigInt(`${MS}999999`), false],
		['the same, where nanoseconds arrive rounded', Number(own), BigInt(`${MS}500000`), true],
	])('a start time of %s lets it pass: %s, %s, %s', (_what, createdAtNs, startTimeNs, passes) => {
		expect(createFilterCheck({ startTimeNs })?.(eventWith({ created_at_ns: createdAtNs }))).toBe(
			passes,
		);
	});

	it.each<[string, string | undefined, bigint, boolean]>([
		['its own exact time', own, BigInt(own), false],
		['a nanosecond after it', own, BigInt(own) + 1n, true],
		[
			'the start of its millisecond, where it says no more',
			undefined,
			BigInt(`${MS}000000`),
			false,
		],
		['the next nanosecond, where it says no more', undefined, BigInt(`${MS}000001`), true],
	])('an end time of %s lets it pass: %s, %s, %s', (_what, createdAtNs, endTimeNs, passes) => {
		expect(createFilterCheck({ endTimeNs })?.(eventWith({ created_at_ns: createdAtNs }))).toBe(
			passes,
		);
	});

	it('holds a subtype against the event only where no type makes it meaningful', () => {
		const user = eventWith({ sub_type: 'User' });

		expect(createFilterCheck({ subType: 'device' })?.(user)).toBe(false);
		expect(createFilterCheck({ subType: 'user' })?.(user)).toBe(true);
		expect(createFilterCheck({ subType: 'device', type: ['Access'] })).toBeUndefined();
		expect(createFilterCheck({ subType: 'device' })?.(eventWith({}))).toBe(true);
	});
});

describe('selectEvents', () => {
	let pulled: number;
	async function* batches(): AsyncGenerator<readonly LoggedEvent[]> {
		for (const ids of ['abc', 'def', 'ghi']) {
			pulled++;
			yield await Promise.resolve([...ids].map((id) => eventWith({}, id)));
		}
	}
	async function selected(selection: Parameters<typeof selectEvents>[1]): Promise<string> {
		pulled = 0;
		let ids = '';
		for await (const batch of selectEvents(batches(), selection)) {
			expect(batch.length).toBeGreaterThan(0);
			ids += batch.map(({ id }) => id).join('');
		}
		return ids;
	}

	it('leaves out the first, gives no more than wanted, and reads no further', async () => {
		expect(await selected({})).toBe('abcdefghi');
		expect(await selected({ limit: 3 })).toBe('abc');
		expect(pulled).toBe(1);
		expect(await selected({ skip: 4, limit: 3 })).toBe('efg');
		expect(await selected({ skip: 6 })).toBe('ghi');
		expect(await selected({ skip: 20, limit: 1 })).toBe('');
		expect(await selected({ limit: 0 })).toBe('');
		expect(pulled).toBe(0);
	});

	it('counts only what passes', async () => {
		expect(await selected({ passes: ({ id }) => 'bdfh'.includes(id), skip: 1, limit: 2 })).toBe(
			'df',
		);
	});
});
