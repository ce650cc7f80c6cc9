import type { LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import {
	createUnservedFilterCheck,
	createFilterCheck,
} from '../../../../nodes/OrgEventLog/selection/filterChecks';
import type { EventFilters } from '../../../../nodes/OrgEventLog/selection/filters';
import { FILTERS, triggerFiltersOf } from '../../../../nodes/OrgEventLog/selection/filters';

const MS = 1_714_564_800_000;
const eventWith = (fields: LoggedEvent['fields']): LoggedEvent => ({
	id: 'e',
	createdAtMs: MS,
	fields,
});

const REFUSAL = eventWith({
	id: 'e-1',
	external_id: 'x-1',
	type: 'Access',
	sub_type: 'Connection',
	action: 'deny',
	severity: 'WARN',
	user_principal: {
		user: { email: 'ada@example.com' },
		device: { id: 'd-1', serial_number: 'S-1' },
	},
});
const NOBODY = eventWith({ id: 'e-2', user_principal: null });

describe('an event of the feed passes', () => {
	it.each<[string, EventFilters, boolean]>([
		['a type that is one of several', { type: ['Registration', 'Access'] }, true],
		['no other type', { type: ['Registration'] }, false],
		['no action in another letter case', { action: 'Deny' }, false],
		['a lower minimum severity', { severity: 'INFO' }, true],
		['its own severity as the minimum', { severity: 'WARN' }, true],
		['no higher minimum severity', { severity: 'ERROR' }, false],
		['the e-mail address of its user', { userEmail: ['ada@example.com'] }, true],
		['the serial number of its device', { serialNumber: ['S-0', 'S-1'] }, true],
		['all filters that are set, or none', { action: 'deny', type: ['Registration'] }, false],
	])('%s: %j', (_what, filters, passes) => {
		expect(createFilterCheck(filters)(REFUSAL)).toBe(passes);
	});

	it('a filter whose value the service sends as a number', () => {
		const event = eventWith({ user_principal: { device: { serial_number: 20250101 } } });
		expect(createFilterCheck({ serialNumber: ['20250101'] })(event)).toBe(true);
	});

	it('no filter on something that it does not have', () => {
		expect(createFilterCheck({ userEmail: ['ada@example.com'] })(NOBODY)).toBe(false);
	});

	it.each(triggerFiltersOf('feed'))('by %s, which is found in the event itself', (name) => {
		const { kind } = FILTERS[name];
		const other = { one: 'other', several: ['other'], minimumSeverity: 'ERROR', nanoseconds: 0n };
		expect(createFilterCheck({ [name]: other[kind] })(REFUSAL)).toBe(false);
	});
});

describe('a start time lets an event of List pass', () => {
	const own = `${MS}123456`;
	it.each<[string, string | number | undefined, bigint, boolean]>([
		['not at its own exact time', own, BigInt(own), false],
		['a nanosecond before it', own, BigInt(own) - 1n, true],
		['not a nanosecond after it', own, BigInt(own) + 1n, false],
		['in its own millisecond, where it says no more', undefined, BigInt(`${MS}500000`), true],
		['not at the end of its millisecond', undefined, BigInt(`${MS}999999`), false],
		['the same, where nanoseconds arrive rounded', Number(own), BigInt(`${MS}500000`), true],
		['the same, where they are no integer', `${MS}.5`, BigInt(`${MS}500000`), true],
	])('%s', (_what, createdAtNs, startTime, passes) => {
		expect(
			createUnservedFilterCheck({ startTime })?.(eventWith({ created_at_ns: createdAtNs })),
		).toBe(passes);
	});
});

it('an end time lets an event of List pass that is earlier, to the nanosecond', () => {
	const own = BigInt(`${MS}123456`);
	const passes = (endTime: bigint, created_at_ns?: string) =>
		createUnservedFilterCheck({ endTime })?.(eventWith({ created_at_ns }));
	expect([passes(own, `${own}`), passes(own + 1n, `${own}`)]).toEqual([false, true]);
	expect([passes(BigInt(MS) * 1_000_000n), passes(BigInt(MS) * 1_000_000n + 1n)]).toEqual([
		false,
		true,
	]);
});

it('holds a subtype against an event of List only where no type makes it meaningful', () => {
	const user = eventWith({ sub_type: 'User' });
	expect(createUnservedFilterCheck({ subType: 'Device' })?.(user)).toBe(false);
	expect(createUnservedFilterCheck({ subType: 'User' })?.(user)).toBe(true);
	expect(createUnservedFilterCheck({ subType: 'Device', type: ['Access'] })).toBeUndefined();
	expect(createUnservedFilterCheck({ action: 'deny' })).toBeUndefined();
});
