import type { LoggedEvent } from '../../../../nodes/OrgEventLog/api/event';
import { createItemMaker } from '../../../../nodes/OrgEventLog/output/itemsOutput';
import { SIMPLIFIED_COLUMNS } from '../../../../nodes/OrgEventLog/parameters/columns';

const EVENT: LoggedEvent = {
	id: 'e-1',
	createdAtMs: 1714564800000,
	fields: {
		id: 'e-1',
		severity: 'WARN',
		created_at_ns: '1714564800000000001',
		user_principal: { user: { email: '', groups: ['Everyone', 'Admins'], roles: [] } },
		service: { name: 'wiki', 'odd.name': 7, 'back\\slash': false },
	},
};

function itemWith(columns: readonly string[]) {
	const { toJson, hint } = createItemMaker({ kind: 'columns', columns });
	return { json: toJson(EVENT), hint: hint() };
}

it('gives the simplified columns where none is chosen', () => {
	expect(Object.keys(itemWith(SIMPLIFIED_COLUMNS).json)).toEqual(SIMPLIFIED_COLUMNS);
});

it('gives all that the API sent, untouched', () => {
	expect(createItemMaker({ kind: 'raw' }).toJson(EVENT)).toBe(EVENT.fields);
});

it('gives the columns that were chosen, in their order, lists and objects as they are', () => {
	const { json, hint } = itemWith(['service.name', 'severityLevel', 'user_principal.user', 'id']);

	expect(Object.entries(json)).toEqual([
		['service.name', 'wiki'],
		['severityLevel', 3],
		['user_principal.user', { email: '', groups: ['Everyone', 'Admins'], roles: [] }],
		['id', 'e-1'],
	]);
	expect(hint).toBeUndefined();
});

it('gives null for what is empty, missing, or beyond a single value', () => {
	const { json } = itemWith([
		'user_principal.user.email',
		'user_principal.device.platform',
		'severity.length',
		'service.constructor',
		'__proto__',
		'toString',
		'',
	]);

	expect(Object.values(json)).toEqual(Array(7).fill(null));
});

it('finds names with dots and backslashes in them by the paths that CSV files have', () => {
	const { json } = itemWith(['service.odd\\.name', 'service.back\\\\slash', 'service.odd.name']);

	expect(Object.values(json)).toEqual([7, false, null]);
});

it('tells of columns that no event had anything for, as a misspelt one', () => {
	expect(itemWith(['service.nmae', 'usermail', 'id', 'externalId']).hint).toMatch(
		/^None of these events has 'service\.nmae', 'usermail'\./,
	);
});
