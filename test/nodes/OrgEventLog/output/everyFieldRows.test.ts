import type { EventFields } from '../../../../nodes/OrgEventLog/events/event';
import {
	MAX_COLUMN_LEVELS,
	MAX_COLUMN_NAME_LENGTH,
	MAX_OTHER_COLUMNS,
} from '../../../../nodes/OrgEventLog/events/limits';
import { EveryFieldRows, REST_COLUMN } from '../../../../nodes/OrgEventLog/output/everyFieldRows';
import { forEachPath } from '../../../../nodes/OrgEventLog/events/fieldPaths';
import { type ColumnValue, toColumnValue } from '../../../../nodes/OrgEventLog/events/subjects';

function pathsOf(fields: EventFields): Record<string, ColumnValue> {
	const paths: Record<string, ColumnValue> = {};
	forEachPath(fields, (path = 'no path', value) => {
		expect(paths).not.toHaveProperty([path]);
		paths[path] = toColumnValue(value);
		return true;
	});
	return paths;
}

describe('forEachPath', () => {
	it('names every value, however deep, and lists as one value', () => {
		expect(
			pathsOf({
				id: 'e-1',
				user_principal: { user: { email: 'a', groups: ['x', 'y'], roles: [] }, device: null },
				role: [{ id: 1 }],
				trustscore: { score: 79, passed: true, details: {} },
				created_at_ns: '1714564800123456789',
			}),
		).toEqual({
			id: 'e-1',
			'user_principal.user.email': 'a',
			'user_principal.user.groups': '["x","y"]',
			'user_principal.user.roles': '[]',
			'user_principal.device': null,
			role: '[{"id":1}]',
			'trustscore.score': 79,
			'trustscore.passed': true,
			'trustscore.details': '{}',
			created_at_ns: '1714564800123456789',
		});
	});

	it('tells a dot in a name from a step down', () => {
		expect(pathsOf({ a: { b: 1 }, 'a.b': 2, 'a\\': { b: 3 } })).toEqual({
			'a.b': 1,
			'a\\.b': 2,
			'a\\\\.b': 3,
		});
	});

	it('makes no path that is longer than the name of a column, and opens nothing under it', () => {
		const long = 'n'.repeat(MAX_COLUMN_NAME_LENGTH);
		expect(pathsOf({ [long]: { a: 1 } })).toEqual({ 'no path': 1 });
		expect(pathsOf({ [`${long}n`]: { a: 1, b: 2 } })).toEqual({ 'no path': '{"a":1,"b":2}' });
	});

	it('ends where it is told to', () => {
		const visited: unknown[] = [];
		const goesOn = forEachPath({ a: { b: 1, c: 2, d: 3 }, e: 4 }, (path) => {
			visited.push(path);
			return path !== 'a.c';
		});
		expect([goesOn, visited]).toEqual([false, ['a.b', 'a.c']]);
	});
});

describe('EveryFieldRows', () => {
	it('has the documented columns first, always, then those of the rows taken by name', () => {
		const rows = new EveryFieldRows(['id', 'type', 'never']);
		const [untaken, ...taken] = [
			{ id: 0, secret: 's' },
			{ zone: 'z', id: 1 },
			{ id: 2, extra: { b: '2', a: true }, type: null },
			{ id: 3, zone: 'y' },
			{ id: 4, zone: 'x\n' },
		].map((fields) => rows.toRow(fields));
		taken.forEach(({ others }) => rows.note(others));
		const { header, arrange } = rows.layOut();

		expect(untaken?.text).not.toContain('\n');
		expect(header).toEqual(['id', 'type', 'never', 'extra.a', 'extra.b', 'zone']);
		expect(taken.map(({ text }) => arrange(text).map((cell) => cell ?? ''))).toEqual([
			[1, '', '', '', '', 'z'],
			[2, '', '', true, '2', ''],
			[3, '', '', '', '', 'y'],
			[4, '', '', '', '', 'x\n'],
		]);
	});
});

describe('EveryFieldRows with fields beyond all measure', () => {
	const DOCUMENTED = ['id', 'type'];

	function fileOf(events: readonly EventFields[]) {
		const rows = new EveryFieldRows(DOCUMENTED);
		const taken = events.map((fields) => rows.toRow(fields));
		taken.forEach(({ others }) => rows.note(others));
		const { header, arrange } = rows.layOut();
		return { header, cells: taken.map(({ text }) => arrange(text)), hint: rows.hint() };
	}

	const manyFields = (count: number, name = 'f') =>
		Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, index]));

	it('keeps as many columns as there is room for, and the rest of an event in one', () => {
		const many = manyFields(MAX_OTHER_COLUMNS, 'g');
		const { header, cells, hint } = fileOf([
			{ id: 1, zone: 'z' },
			{ id: 2, type: 't', ...many },
			{ id: 3, zone: 'y' },
		]);
		expect(header).toEqual(['id', 'type', 'zone', REST_COLUMN]);
		expect(cells.map((row) => row.slice(0, 3).map((cell) => cell ?? ''))).toEqual([
			[1, '', 'z'],
			[2, 't', ''],
			[3, '', 'y'],
		]);
		expect(JSON.parse(String(cells[1]?.[3]))).toEqual(many);
		expect(hint).toContain(`The column '${REST_COLUMN}' has them as JSON`);
	});

	it('has no column for them, and no note, where there is room', () => {
		const { header, hint } = fileOf([{ id: 1, ...manyFields(MAX_OTHER_COLUMNS) }]);
		expect(header).toHaveLength(2 + MAX_OTHER_COLUMNS);
		expect(header).not.toContain(REST_COLUMN);
		expect(hint).toBeUndefined();
	});

	/** Events that have these fields in every combination. */
	const combining = (letters: string) =>
		Array.from({ length: 2 ** letters.length }, (_, number) => {
			const names = [...letters].filter((_name, bit) => (number >> bit) % 2 === 1);
			return { id: number, ...Object.fromEntries(names.map((name) => [name, number])) };
		});

	it('has a column for each of ten fields that events have in any combination', () => {
		const { header, cells } = fileOf(combining('abcdefghij'));
		expect(header).toEqual([...DOCUMENTED, ...'abcdefghij']);
		expect(cells.flat().filter((cell) => typeof cell === 'number')).toHaveLength(6 * 1024);
	});

	it('stays small where each event has a field that no other has', () => {
		const events = Array.from({ length: 5_000 }, (_, index) => ({ id: index, [`f${index}`]: 1 }));
		const { header, cells } = fileOf(events);
		expect(header.length).toBeLessThanOrEqual(2 + MAX_OTHER_COLUMNS + 1);
		expect(cells.flat().filter((cell) => cell === 1 || /"f\d+":1/.test(String(cell)))).toHaveLength(
			5_000 + 1,
		);
	});

	it('has no column with a name that nobody can read', () => {
		const name = 'n'.repeat(MAX_COLUMN_NAME_LENGTH + 1);
		const { header, cells } = fileOf([{ id: 1, [name]: 'x' }]);
		expect(header).toEqual([...DOCUMENTED, REST_COLUMN]);
		expect(cells).toEqual([[1, null, JSON.stringify({ [name]: 'x' })]]);
	});

	it('opens objects only so far, and gives what is nested deeper as JSON', () => {
		const nest = (levels: number): EventFields =>
			levels === 0 ? { x: 1 } : { a: nest(levels - 1) };
		const { header, cells } = fileOf([{ id: 1, ...nest(MAX_COLUMN_LEVELS + 1) }]);
		const path = Array.from({ length: MAX_COLUMN_LEVELS }, () => 'a').join('.');
		expect(header).toEqual([...DOCUMENTED, path]);
		expect(cells[0]?.[2]).toBe('{"a":{"x":1}}');
	});

	it('takes an event with a hundred thousand fields as one with few', () => {
		const fields = manyFields(100_000);
		const { header, cells } = fileOf([fields]);
		expect(header).toEqual([...DOCUMENTED, REST_COLUMN]);
		expect(JSON.parse(String(cells[0]?.[2]))).toEqual(fields);
	});

	it('keeps every cell under its own name, whatever signs names have in them', () => {
		const odd = [
			{ id: 1, 'a\nb': 'x' },
			{ id: 2, a: 'y', b: 'z' },
			{ id: 3, 'a\nb': 'u', c: 'v' },
			{ id: 4, a: 'w', 'b\nc': 't' },
			{ id: 5, '': 's' },
			{ id: 6 },
		];
		for (const events of [odd, [...odd].reverse()]) {
			const { header, cells } = fileOf(events);
			expect(header).toEqual([...DOCUMENTED, '', 'a', 'b', REST_COLUMN]);
			const values = cells.map((row) =>
				Object.fromEntries<unknown>(
					header
						.map((name, at) => [name, row[at] ?? null] as const)
						.filter(([, cell]) => cell !== null),
				),
			);
			const expected = [
				{ id: 1, [REST_COLUMN]: '{"a\\nb":"x"}' },
				{ id: 2, a: 'y', b: 'z' },
				{ id: 3, [REST_COLUMN]: '{"a\\nb":"u","c":"v"}' },
				{ id: 4, [REST_COLUMN]: '{"a":"w","b\\nc":"t"}' },
				{ id: 5, '': 's' },
				{ id: 6 },
			];
			expect(values).toEqual(events === odd ? expected : expected.reverse());
		}
	});

	it('gives what has no column as it was nested, and what is documented in its own', () => {
		const long = 'n'.repeat(MAX_COLUMN_NAME_LENGTH + 1);
		const rows = new EveryFieldRows(['id', 'user.email', 'user.roles', 'user.device.id']);
		const event = {
			id: { not: 'an id' },
			user: { email: 'e', roles: ['r'], zone: 'z', device: { id: 7 } },
			[long]: { a: 1 },
		};
		const { text, others } = rows.toRow(event);
		rows.note(others);
		const [id, email, roles, device, rest] = rows.layOut().arrange(text);
		expect([id, email, roles, device]).toEqual([null, 'e', '["r"]', 7]);
		expect(JSON.parse(String(rest))).toEqual({
			id: { not: 'an id' },
			user: { zone: 'z' },
			[long]: { a: 1 },
		});
	});

	it('takes a long name around many short ones as what it is', () => {
		const within = Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`${at}`, at]));
		const event = { id: 1, ['n'.repeat(100_000)]: within };
		const events = Array.from({ length: 20 }, () => event);
		const { header, cells } = fileOf(events);
		expect(header).toEqual([...DOCUMENTED, REST_COLUMN]);
		expect(cells.flat().join('').length).toBeLessThan(2 * JSON.stringify(events).length);
	});

	it('says nothing of more fields where the log has a field of that name', () => {
		const { header, cells, hint } = fileOf([{ id: 1, [REST_COLUMN]: 'own' }]);
		expect([header, cells]).toEqual([[...DOCUMENTED, REST_COLUMN], [[1, null, 'own']]]);
		expect(hint).toBeUndefined();
	});
});
