import { toFilterQuery } from '../../../../nodes/OrgEventLog/events/filterQuery';
import {
	FILTER_NAMES,
	FILTERS,
	type EventFilters,
} from '../../../../nodes/OrgEventLog/events/filters';

it.each<[EventFilters, Record<string, string>]>([
	[{ type: ['Access', 'Device'] }, { type: 'Access|Device' }],
	[{ subType: 'Connection' }, { sub_type: 'Connection' }],
	[{ action: 'grant' }, { action: 'grant' }],
	[{ severity: 'WARN' }, { severity: 'WARN' }],
	[{ userEmail: ['a@b.c', 'd@e.f'] }, { user_email: 'a@b.c|d@e.f' }],
	[{ deviceId: 'd-1' }, { device_id: 'd-1' }],
	[{ serialNumber: ['S1', 'S2'] }, { serialnumber: 'S1|S2' }],
	[{ workloadContainerId: ['w'] }, { workload_container_id: 'w' }],
	[{ serviceName: ['ssh 1', 'ssh 2'] }, { service_name: 'ssh 1|ssh 2' }],
	[{ serviceAccountName: ['x'] }, { service_account_name: 'x' }],
	[{ eventId: 'e-1' }, { id: 'e-1' }],
	[{ externalId: 'x-1' }, { external_id: 'x-1' }],
	[{ startTime: 1_715_675_400_123_456_789n }, { start_time: '1715675400123456789' }],
	[{ endTime: 0n }, { end_time: '0' }],
	[{ type: [], userEmail: [] }, {}],
	[{}, {}],
	[
		{ type: ['a'], action: 'b', endTime: 9_007_199_254_740_993n },
		{ type: 'a', action: 'b', end_time: '9007199254740993' },
	],
])('filters of row %#', (filters, query) => {
	expect(toFilterQuery(filters)).toEqual(query);
});

it.each(FILTER_NAMES)('sends %s under a parameter of its own', (name) => {
	const value = { one: 'x', several: ['x'], minimumSeverity: 'WARN', nanoseconds: 5n };
	const { parameter, takes } = FILTERS[name];
	expect(toFilterQuery({ [name]: value[takes] })).toEqual({ [parameter]: value[takes].toString() });
	expect(FILTER_NAMES.filter((other) => FILTERS[other].parameter === parameter)).toEqual([name]);
});
