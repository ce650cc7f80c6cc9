import type { EventFields } from '../../../../nodes/OrgEventLog/events/event';
import {
	MAX_LISTED_VALUES,
	MAX_VALUE_LENGTH,
	tallyValues,
} from '../../../../nodes/OrgEventLog/recentLog/recentValues';

const summaryOf = (events: readonly EventFields[]) =>
	tallyValues(events.map((fields, index) => ({ id: `${index}`, createdAtMs: index, fields })));

/** The characters of all that is kept. */
function lengthOf({ values, paths }: ReturnType<typeof summaryOf>): number {
	const kept = [...values.values(), paths].flat();
	return kept.reduce((sum, { value, name = '' }) => sum + value.length + name.length, 0);
}

it('counts values and paths', () => {
	const summary = summaryOf([
		{
			type: 'Access',
			sub_type: 'Connection',
			user_principal: { user: { email: 'a@example.com' } },
		},
		{ type: 'Access', sub_type: 'Resource' },
		{ type: 'Access', sub_type: 'Resource', action: '' },
		{ type: { odd: true }, sub_type: 'Nothing' },
	]);
	expect(summary.eventCount).toBe(4);
	expect(summary.values.get('type')).toEqual([{ value: 'Access', eventCount: 3 }]);
	expect(summary.values.get('action')).toEqual([]);
	expect(summary.values.get('subType')).toEqual([
		{ value: 'Resource', eventCount: 2 },
		{ value: 'Connection', eventCount: 1 },
		{ value: 'Nothing', eventCount: 1 },
	]);
	expect(summary.paths.map(({ value }) => value)).toEqual([
		'sub_type',
		'type',
		'action',
		'type.odd',
		'user_principal.user.email',
	]);
});

it('keeps no value that is longer than anybody would choose from a list', () => {
	const long = 'x'.repeat(MAX_VALUE_LENGTH + 1);
	const device = { id: 'd', friendly_name: long };
	const summary = summaryOf([
		{ type: long, sub_type: long, [long]: long, user_principal: { device } },
		{ type: long.slice(1), sub_type: 's' },
	]);
	expect(lengthOf(summary)).toBeLessThan(3 * MAX_VALUE_LENGTH);
	expect(summary.values.get('type')).toEqual([{ value: long.slice(1), eventCount: 1 }]);
	expect(summary.values.get('deviceId')).toEqual([{ value: 'd', eventCount: 1 }]);
});

it.each([
	['one name of 100,000 letters around 4,000 short ones', 100_000, 4_000],
	['one name of a column around 100,000 short ones', MAX_VALUE_LENGTH - 10, 100_000],
])('stays small with %s', (_what, length, count) => {
	const within = Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}`, at]));
	const summary = summaryOf([{ action: 'a', ['n'.repeat(length)]: within }, { action: 'a' }]);
	expect(lengthOf(summary)).toBeLessThan(MAX_LISTED_VALUES * MAX_VALUE_LENGTH);
	expect(summary.values.get('action')).toEqual([{ value: 'a', eventCount: 2 }]);
});
