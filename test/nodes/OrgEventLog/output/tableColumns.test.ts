import type { EventFields } from '../../../../nodes/OrgEventLog/events/event';
import { DOCUMENTED_PATHS } from '../../../../nodes/OrgEventLog/events/fieldPaths';
import { createDocumentedColumns } from '../../../../nodes/OrgEventLog/output/tableColumns';

const TABLE = createDocumentedColumns(['id', 'type', 'user.email', 'user.roles', 'user.device.id']);

function cellsOf(fields: EventFields, columns = TABLE) {
	return columns.cellsOf({ id: '', createdAtMs: 0, fields });
}

it('documented fields have columns of their own, and all others are together in one', () => {
	const fields = {
		...{ zone: 'z', 'user.email': 'a name with a dot', id: { odd: 1 } },
		user: { email: 'ada@example.com', roles: ['r', 1], age: 36, device: { id: 7, model: 'm' } },
	};

	expect(TABLE.names).toEqual([
		...['id', 'type', 'user.email', 'user.roles', 'user.device.id'],
		'otherFields',
	]);
	const [others, ...documented] = cellsOf(fields).reverse();
	expect(documented.reverse()).toEqual(['{"odd":1}', null, 'ada@example.com', '["r",1]', 7]);
	expect(JSON.parse(String(others))).toEqual({
		...{ zone: 'z', 'user.email': 'a name with a dot' },
		user: { age: 36, device: { model: 'm' } },
	});
});

it('a part that an event lacks, or has something else for, is where it can be seen', () => {
	const nothing = { user: null, otherFields: [] };
	expect(cellsOf(nothing).at(-1)).toBe('{"otherFields":[]}');
	expect(cellsOf({ user: { device: {} } }).at(-1)).toBeNull();
	expect(cellsOf({ user: 'Ada' }).at(-1)).toBe('{"user":"Ada"}');
});

it('no documented field of List is among the others', () => {
	const columns = createDocumentedColumns(DOCUMENTED_PATHS.list);
	const fields = { id: 1, user_principal: { user: { email: 'e' }, device: { udid: 'u' } } };
	expect(cellsOf(fields, columns).filter((cell) => cell !== null)).toEqual([1, 'u', 'e']);
});

it('a hundred thousand fields, and a name of as many letters, take as long as their JSON', () => {
	const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`f${at}`, at]));
	const fields = { id: 1, ['n'.repeat(100_000)]: many };
	expect(cellsOf(fields).at(-1)).toHaveLength(JSON.stringify(fields).length - 7);
});
