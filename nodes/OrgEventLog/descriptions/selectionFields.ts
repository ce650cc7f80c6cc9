import type { INodeProperties } from 'n8n-workflow';
import { EXCLUDE_NAMES, FILTER_NAMES, FILTERS, type FilterName } from '../events/filters';
import { PRESETS, PRESET_NAMES } from '../events/presets';
import { searchMethodOf } from '../recentLog/editorLists/choices';

/** Texts of the editor for each filter, whose label is in the table of filters. */
const FIELD_TEXTS: Readonly<Record<FilterName, readonly [example: string, description: string]>> = {
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
		'Lowest severity to include: DEBUG, INFO, WARN or ERROR. Other words, such as CRITICAL, count as higher.',
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

/** Says how to enter several values: a list gives one. */
function describeSeveral(name: FilterName): string {
	const { isSplitAtPunctuation, hasNoValueList } = FILTERS[name];
	const separator = isSplitAtPunctuation ? 'commas' : 'pipes (|)';
	return hasNoValueList
		? `For several, separate them with ${separator}.`
		: `For several, use By Value with ${separator}.`;
}

type Descriptions = Readonly<Partial<Record<FilterName, string>>>;

const TELLS_NOTHING = "Can't be used here, because events don't show it";

/** Some of these fields are refused, and offered because n8n would drop one that a workflow stores. */
const EXCLUDE_DESCRIPTIONS: Descriptions = {
	serviceAccountName: TELLS_NOTHING,
	serviceName: `Events without a service are kept. ${describeSeveral('serviceName')}`,
	subType: 'Subtype of the event, spelled as in the log. Applies to every type.',
	workloadContainerId: TELLS_NOTHING,
};

function toProperty(name: FilterName, own?: string): INodeProperties {
	const { label: displayName, takes, hasNoValueList } = FILTERS[name];
	const [example, meaning] = FIELD_TEXTS[name];
	const placeholder = `e.g. ${example}`;
	const usual = takes === 'several' ? `${meaning}. ${describeSeveral(name)}` : meaning;
	const field = { displayName, name, description: own ?? usual };
	if (hasNoValueList) return { ...field, type: 'string', default: '', placeholder };
	const value = name === 'severity' ? 'WARN' : '';
	const shown = name === 'severity' && { cachedResultName: 'Warn and above' };
	// The list has what the recent log holds. Text from before there were lists is still taken.
	return {
		...field,
		type: 'resourceLocator',
		// Without the mark the editor makes “[object Object]” of it where it is switched to an expression.
		default: { __rl: true, mode: 'list', value, ...shown },
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

/** Makes the fields of filters, in the order in which the editor lists them: the most used first. */
export function createFilterFields(
	names: readonly FilterName[],
	descriptions: Descriptions = {},
): INodeProperties[] {
	return FILTER_NAMES.filter((name) => names.includes(name)).map((name) =>
		toProperty(name, descriptions[name]),
	);
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
		options: createFilterFields(names),
		description,
	};
}

export const excludeField: INodeProperties = {
	displayName: 'Exclude',
	name: 'exclude',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: createFilterFields(EXCLUDE_NAMES, EXCLUDE_DESCRIPTIONS),
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

const SELECTING = { resource: ['event'], operation: ['list', 'count', 'export', 'summarize'] };

export const selectionFields: INodeProperties[] = [
	presetField,
	createFiltersField(FILTER_NAMES, 'Only events that match all of these filters are included'),
	excludeField,
].map((field) => ({ ...field, displayOptions: { show: SELECTING } }));
