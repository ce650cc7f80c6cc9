import type { EventFields } from '../../../../nodes/OrgEventLog/api/event';
import type { CsvCell } from '../../../../nodes/OrgEventLog/output/csv';
import {
	MAX_COLUMN_LEVELS,
	MAX_COLUMN_NAME_LENGTH,
	MAX_OTHER_COLUMNS,
} from '../../../../nodes/OrgEventLog/api/limits';
import {
	REST_COLUMN,
	RowShapes,
	forEachPath,
} from '../../../../nodes/OrgEventLog/output/rowShapes';

function pathsOf(fields: EventFields): Record<string, CsvCell> {
	const paths: Record<string, CsvCell> = {};
	forEachPath(fields, (path, cell) => {
		expect(paths).not.toHaveProperty([path]);
		paths[path] = cell;
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
});

describe('RowShapes', () => {
	it('has the documented columns first, always, then those of the rows taken by name', () => {
		const shapes = new RowShapes(['id', 'type', 'never']);
		const [untaken, ...rows] = [
			{ id: 0, secret: 's' },
			{ zone: 'z', id: 1 },
			{ id: 2, extra: { b: '2', a: true }, type: null },
			{ id: 3, zone: 'y' },
			{ id: 4, zone: 'x\n' },
		].map((fields) => shapes.toRow(fields));
		rows.forEach((row) => shapes.note(row));
		const header = shapes.header();

		expect(untaken).not.toContain('\n');
		expect(header).toEqual(['id', 'type', 'never', 'extra.a', 'extra.b', 'zone']);
		expect(rows.map((row) => shapes.arrange(row, header).map((cell) => cell ?? ''))).toEqual([
			[1, '', '', '', '', 'z'],
			[2, '', '', true, '2', ''],
			[3, '', '', '', '', 'y'],
			[4, '', '', '', '', 'x\n'],
		]);
	});
});

describe('RowShapes with fields beyond all measure', () => {
	const DOCUMENTED = ['id', 'type'];

	function fileOf(events: readonly EventFields[]) {
		const shapes = new RowShapes(DOCUMENTED);
		const rows = events.map((fields) => shapes.toRow(fields));
		rows.forEach((row) => shapes.note(row));
		const header = shapes.header();
		const cells = rows.map((row) => shapes.arrange(row, header));
		return { header, cells, hint: shapes.hint() };
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
		expect(hint).toContain(`in the column '${REST_COLUMN}', as JSON`);
	});

	it('has no column for them, and no note, where there is room', () => {
		const { header, hint } = fileOf([{ id: 1, ...manyFields(MAX_OTHER_COLUMNS) }]);
		expect(header).toHaveLength(2 + MAX_OTHER_COLUMNS);
		expect(header).not.toContain(REST_COLUMN);
		expect(hint).toBeUndefined();
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
});
