import type { EventFields } from '../../../../nodes/OrgEventLog/api/event';
import type { CsvCell } from '../../../../nodes/OrgEventLog/output/csv';
import { RowShapes, forEachPath } from '../../../../nodes/OrgEventLog/output/rowShapes';

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
