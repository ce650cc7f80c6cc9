import type { INodeProperties } from 'n8n-workflow';

/** One field for each filter of the API, in the order in which the editor lists them. */
export const filterFields: INodeProperties[] = [
	{
		displayName: 'Action',
		name: 'action',
		type: 'string',
		default: '',
		placeholder: 'e.g. register',
		description: 'What was done or tried, written as in the events themselves',
	},
	{
		displayName: 'Device ID',
		name: 'deviceId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 0f3b5c6e-8f0f-4a53-9d0e-3a2f7c1b9e44',
		description:
			'ID of one device. Its events show it under user_principal and device when Simplify is off.',
	},
	{
		displayName: 'End Time',
		name: 'endTime',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2025-01-31T14:30:00.123456789Z',
		description:
			'Only events before this instant, exact to the nanosecond: a date, or epoch nanoseconds as 19 digits. For whole days or months, Time Range is easier.',
	},
	{
		displayName: 'Event ID',
		name: 'eventId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 6c1f8e0a-2d55-4a07-b1d4-7e3c9f5a2b10',
		description: 'ID of one event, as in the first column of its item',
	},
	{
		displayName: 'External ID',
		name: 'externalId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 4711',
		description: 'The ID that another system gave to the event, for events that have one',
	},
	{
		displayName: 'Minimum Severity',
		name: 'severity',
		type: 'options',
		options: [
			{ name: 'Debug', value: 'DEBUG', description: 'Every event' },
			{ name: 'Info', value: 'INFO', description: 'INFO, WARN and ERROR' },
			{ name: 'Warn', value: 'WARN', description: 'WARN and ERROR' },
			{ name: 'Error', value: 'ERROR', description: 'Events with severity ERROR only' },
		],
		default: 'WARN',
		description: 'Events of this severity and of every higher one pass',
	},
	{
		displayName: 'Serial Number',
		name: 'serialNumber',
		type: 'string',
		default: '',
		placeholder: 'e.g. C02XK0AAJG5H|C02YL1BBKH6J',
		description:
			'Serial number of the device. Several can be given with a pipe (|) between them, or as a list from an expression.',
	},
	{
		displayName: 'Service Account Name',
		name: 'serviceAccountName',
		type: 'string',
		default: '',
		placeholder: 'e.g. build-server',
		description:
			'Name of the service account behind the event. Several can be given with a pipe (|) between them, or as a list from an expression.',
	},
	{
		displayName: 'Service Name',
		name: 'serviceName',
		type: 'string',
		default: '',
		placeholder: 'e.g. wiki.example.com',
		description:
			'Name of the service that was accessed. Several can be given with a pipe (|) between them, or as a list from an expression.',
	},
	{
		displayName: 'Start Time',
		name: 'startTime',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1738333800123456789',
		description:
			'Only events after this instant, exact to the nanosecond: epoch nanoseconds as 19 digits, or a date. For whole days or months, Time Range is easier.',
	},
	{
		displayName: 'Subtype',
		name: 'subType',
		type: 'string',
		default: '',
		placeholder: 'e.g. Device',
		description:
			'Which subtype, written as in the events themselves. Each belongs to a type, so set Type too.',
	},
	{
		displayName: 'Type',
		name: 'type',
		type: 'string',
		default: '',
		placeholder: 'e.g. Access|Registration',
		description:
			'Written as in the events themselves. Several can be given with a pipe (|) between them, or as a list from an expression.',
	},
	{
		displayName: 'User Email',
		name: 'userEmail',
		type: 'string',
		default: '',
		placeholder: 'e.g. ada@example.com|bob@example.com',
		description:
			'Email address of the user behind the event. Several can be given with a pipe (|) between them, or as a list from an expression.',
	},
	{
		displayName: 'Workload Container ID',
		name: 'workloadContainerId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 3f4e1a2b5c6d',
		description:
			'ID of the container that the service runs in. Several can be given with a pipe (|) between them, or as a list from an expression.',
	},
];

/** Some of the filter fields, by their names and in their order. */
export function filterFieldsNamed(names: readonly string[]): INodeProperties[] {
	return filterFields.filter(({ name }) => names.includes(name));
}

export const filtersOfListAndCount: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	displayOptions: { show: { resource: ['event'], operation: ['list', 'count'] } },
	default: {},
	options: filterFields,
	description: 'An event is returned if it passes every filter that is set',
};
