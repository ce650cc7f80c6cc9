import type { INodeProperties } from 'n8n-workflow';
import { EXCLUDE_FIELDS, FILTER_NAMES, FILTERS, type FilterName } from '../selection/filters';
import { PRESETS, PRESET_NAMES } from '../selection/presets';
import { searchMethodOf } from '../recentLog/editorLists/listChoices';

const FILTER_TEXTS: Readonly<Record<FilterName, readonly [example: string, meaning: string]>> = {
	action: [
		'Register',
		'What was done or tried, such as Register. One value, spelled as in the log.',
	],
	deviceId: [
		'0f3b5c6e-8f0f-4a53-9d0e-3a2f7c1b9e44',
		'ID of one device. With Simplify off, events show it in user_principal.device.id.',
	],
	deviceName: ["Ada's laptop", 'Name of the device, spelled as in the log'],
	endTime: [
		'2025-01-31T14:30:00.123456789Z',
		'Only events before this time, not at it. Enter a date, or epoch nanoseconds (19 digits).',
	],
	eventId: ['6c1f8e0a-2d55-4a07-b1d4-7e3c9f5a2b10', 'ID of one event. Items show it in id.'],
	externalId: ['4711', 'ID that another system gave to the event'],
	ipAddress: ['203.0.113.7, 198.51.100.20', 'IP address of the client, without its port'],
	messageContains: ['certificate', 'Text that the message contains, in upper or lower case'],
	severity: [
		'WARN',
		'Lowest severity to include: DEBUG, INFO, WARN or ERROR. WARNING counts as WARN, other words as higher.',
	],
	serialNumber: ['C02XK0AAJG5H, C02YL1BBKH6J', 'Serial number of the device'],
	serviceAccountName: ['build-server', 'Name of the service account behind the event'],
	serviceName: ['wiki.example.com', 'Name of the service that was accessed'],
	startTime: [
		'1738333800123456789',
		'Only events after this time, not at it. Enter a date, or epoch nanoseconds (19 digits).',
	],
	subType: [
		'Device',
		'Subtype of the event, spelled as in the log. A subtype belongs to a type, so set Type too.',
	],
	type: ['Access|Registration', 'Type of the event, spelled as in the log'],
	userEmail: ['ada@example.com, bob@example.com', 'Email address of the user behind the event'],
	workloadContainerId: ['3f4e1a2b5c6d', 'ID of the container that the service runs in'],
};

/** One value is picked from a list, so several have to be typed. */
function describeSeparator(name: FilterName): string {
	const { isSplitAtPunctuation, hasNoValueList } = FILTERS[name];
	const separator = isSplitAtPunctuation ? 'commas' : 'pipes (|)';
	return `For several, ${hasNoValueList ? 'separate them' : 'use By Value'} with ${separator}.`;
}

const NOT_SHOWN_BY_EVENTS = "Can't be used here, because events don't show it";

/** Fields that are refused are offered all the same, because n8n would drop the value that a workflow stores. */
const EXCLUDE_DESCRIPTIONS: Readonly<Partial<Record<FilterName, string>>> = {
	serviceAccountName: NOT_SHOWN_BY_EVENTS,
	serviceName: `Events without a service are kept. ${describeSeparator('serviceName')}`,
	subType: 'Subtype of the event, spelled as in the log. Applies to every type.',
	workloadContainerId: NOT_SHOWN_BY_EVENTS,
};

export function createFilterField(name: FilterName, excludeDescription?: string): INodeProperties {
	const { label: displayName, kind, hasNoValueList } = FILTERS[name];
	const [example, meaning] = FILTER_TEXTS[name];
	const placeholder = `e.g. ${example}`;
	const filterDescription = kind === 'several' ? `${meaning}. ${describeSeparator(name)}` : meaning;
	const field = { displayName, name, description: excludeDescription ?? filterDescription };
	if (hasNoValueList) return { ...field, type: 'string', default: '', placeholder };
	const preselection =
		name === 'severity' ? { value: 'WARN', cachedResultName: 'Warn and above' } : { value: '' };
	return {
		...field,
		type: 'resourceLocator',
		// The editor shows “[object Object]” for a field without `__rl` that is switched to an expression.
		default: { __rl: true, mode: 'list', ...preselection },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a value',
				typeOptions: { searchListMethod: searchMethodOf(name), searchable: true },
			},
			{ displayName: 'By Value', name: 'value', type: 'string', placeholder },
		],
	};
}

export function createFiltersField(
	names: readonly FilterName[],
	description: string,
): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: names.map((name) => createFilterField(name)),
		description,
	};
}

export const excludeField: INodeProperties = {
	displayName: 'Exclude',
	name: 'exclude',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: EXCLUDE_FIELDS.map((name) => createFilterField(name, EXCLUDE_DESCRIPTIONS[name])),
	description: 'Events that match any of these fields are left out, even if they match the filters',
};

export const presetField: INodeProperties = {
	displayName: 'Preset',
	name: 'preset',
	type: 'options',
	options: PRESET_NAMES.map((value) => {
		return { name: PRESETS[value].label, value, description: PRESETS[value].hint };
	}),
	default: 'none',
	description: 'A ready-made choice of events. They must match the filters, too.',
};

const FOR_SELECTION = { resource: ['event'], operation: ['list', 'count', 'export', 'summarize'] };

export const selectionFields: INodeProperties[] = [
	presetField,
	createFiltersField(FILTER_NAMES, 'Only events that match all of these filters are included'),
	excludeField,
].map((field) => ({ ...field, displayOptions: { show: FOR_SELECTION } }));
