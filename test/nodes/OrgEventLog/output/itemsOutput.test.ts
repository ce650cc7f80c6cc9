import { SIMPLIFIED_COLUMNS } from '../../../../nodes/OrgEventLog/output/columns';
import { toItemJson } from '../../../../nodes/OrgEventLog/output/itemsOutput';

const EVENT = {
	id: 'e-1',
	createdAtMs: 1714564800000,
	fields: { id: 'e-1', created_at_ns: '1714564800000000001', extra: { deep: [null, { a: 1 }] } },
};

describe('toItemJson', () => {
	it('gives the simplified columns', () => {
		expect(Object.keys(toItemJson(EVENT, true))).toEqual(SIMPLIFIED_COLUMNS);
	});

	it('gives all that the API sent, untouched', () => {
		expect(toItemJson(EVENT, false)).toBe(EVENT.fields);
	});
});
