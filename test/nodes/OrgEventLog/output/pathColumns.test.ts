import type { EventFields } from '../../../../nodes/OrgEventLog/api/event';
import type { CsvCell } from '../../../../nodes/OrgEventLog/output/csv';
import { forEachPath } from '../../../../nodes/OrgEventLog/output/dottedPaths';
import { PathColumns } from '../../../../nodes/OrgEventLog/output/pathColumns';

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

describe('PathColumns', () => {
	it('has the documented columns first, always, then the others by name', () => {
		const columns = new PathColumns(['id', 'type', 'never']);
		const rows = [
			{ zone: 'z', id: 1 },
			{ id: 2, extra: { b: 'b', a: 'a' }, type: 't' },
			{ id: 3, zone: 'y' },
		].map((fields) => columns.toLooseRow(fields));
		const arrange = columns.arrange();

		expect(columns.header()).toEqual(['id', 'type', 'never', 'extra.a', 'extra.b', 'zone']);
		expect(rows.map((row) => arrange(row).map((cell) => cell ?? ''))).toEqual([
			[1, '', '', '', '', 'z'],
			[2, 't', '', 'a', 'b', ''],
			[3, '', '', '', '', 'y'],
		]);
	});
});
