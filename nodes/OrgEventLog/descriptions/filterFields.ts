import type { INodeProperties } from 'n8n-workflow';
import {
	EXCLUDE_NAMES,
	FILTER_NAMES,
	FILTERS,
	isOffered,
	type FilterName,
	type OfferedFilter,
} from '../events/filters';
import { PRESETS, PRESET_NAMES } from '../events/presets';
import { searchMethodOf } from '../recentLog/pickers/choices';

interface FilterField {
	readonly placeholder: string;
	readonly description: string;
	/** Nothing unless given. */
	readonly default?: string;
}

/** What the editor shows for each filter; its label is the table's. */
const FIELDS: Readonly<Record<FilterName, FilterField>> = {
	action: {
		placeholder: 'e.g. Register',
		description: 'What was done or tried: one value, written as in the events themselves',
	},
	deviceId: {
		placeholder: 'e.g. 0f3b5c6e-8f0f-4a53-9d0e-3a2f7c1b9e44',
		description:
			'ID of one device. Its events show it under user_principal and device when Simplify is off.',
	},
	endTime: {
		placeholder: 'e.g. 2025-01-31T14:30:00.123456789Z',
		description:
			'Only events before this instant, itself not included, exact to the nanosecond: a date, or epoch nanoseconds as 19 digits. For whole days or months, Time Range is easier.',
	},
	eventId: {
		placeholder: 'e.g. 6c1f8e0a-2d55-4a07-b1d4-7e3c9f5a2b10',
		description: 'ID of one event, as in the column ID of its item',
	},
	externalId: {
		placeholder: 'e.g. 4711',
		description: 'The ID that another system gave to the event, for events that have one',
	},
	severity: {
		default: 'WARN',
		placeholder: 'e.g. WARN',
		description:
			'Events of this severity and of every higher one pass. From the lowest: DEBUG, INFO, WARN, ERROR.',
	},
	serialNumber: {
		placeholder: 'e.g. C02XK0AAJG5H|C02YL1BBKH6J',
		description: 'Serial number of the device',
	},
	serviceAccountName: {
		placeholder: 'e.g. build-server',
		description: 'Name of the service account behind the event',
	},
	serviceName: {
		placeholder: 'e.g. wiki.example.com',
		description: 'Name of the service that was accessed',
	},
	startTime: {
		placeholder: 'e.g. 1738333800123456789',
		description:
			'Only events after this instant, itself not included (unlike After of the Time Range), exact to the nanosecond: a date, or epoch nanoseconds as 19 digits. For whole days or months, Time Range is easier.',
	},
	subType: {
		placeholder: 'e.g. Device',
		description:
			'Which subtype, written as in the events themselves. Each belongs to a type, so set Type too.',
	},
	type: {
		placeholder: 'e.g. Access|Registration',
		description: 'Written as in the events themselves',
	},
	userEmail: {
		placeholder: 'e.g. ada@example.com|bob@example.com',
		description: 'Email address of the user behind the event',
	},
	workloadContainerId: {
		placeholder: 'e.g. 3f4e1a2b5c6d',
		description: 'ID of the container that the service runs in',
	},
};

const SEVERAL_VALUES =
	'Several can be given with a pipe (|) between them, or as a list from an expression.';

const TELLS_NOTHING = "Can't leave events out: nothing in an event is known to show it";

/** What is to be said of fields where they leave events out. */
const EXCLUDED: Descriptions = {
	serviceAccountName: TELLS_NOTHING,
	serviceName: `Name of the service that was accessed. Events that don't show it stay. ${SEVERAL_VALUES}`,
	subType: 'Which subtype, whatever the type, written as in the events themselves',
	workloadContainerId: TELLS_NOTHING,
};

type Descriptions = Readonly<Partial<Record<FilterName, string>>>;

function toProperty(name: FilterName, own?: string): INodeProperties {
	const { label: displayName, takes } = FILTERS[name];
	const { placeholder, default: value = '', description } = FIELDS[name];
	const general = takes === 'several' ? `${description}. ${SEVERAL_VALUES}` : description;
	return {
		displayName,
		name,
		...(isOffered(name)
			? asPicked(name, value, placeholder)
			: { type: 'string', default: value, placeholder }),
		description: own ?? general,
	};
}

/** With a list of what the recent log holds. Text from before there were lists is still taken. */
function asPicked(
	name: OfferedFilter,
	value: string,
	placeholder: string,
): Pick<INodeProperties, 'type' | 'default' | 'modes'> {
	return {
		type: 'resourceLocator',
		// Without the mark the editor makes “[object Object]” of it where it is switched to an expression.
		default: { __rl: true, mode: 'list', value },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose, or type your own',
				typeOptions: { searchListMethod: searchMethodOf(name), searchable: true },
			},
			{ displayName: 'By Value', name: 'value', type: 'string', placeholder },
		],
	};
}

/** The fields of these filters, in the order of the alphabet, as the editor lists them. */
export function filterFieldsOf(
	names: readonly FilterName[],
	descriptions: Descriptions = {},
): INodeProperties[] {
	return names
		.map((name) => toProperty(name, descriptions[name]))
		.sort((one, other) => one.displayName.localeCompare(other.displayName, 'en'));
}

const OF_LIST_AND_COUNT = { show: { resource: ['event'], operation: ['list', 'count'] } };

export const presetField: INodeProperties = {
	displayName: 'Preset',
	name: 'preset',
	type: 'options',
	options: PRESET_NAMES.map((value) => {
		const { label: name, meaning: description } = PRESETS[value];
		return { name, value, description };
	}),
	default: 'none',
	description:
		'A ready-made choice of events, on top of the filters. It is made from fields that every log has; which types and actions of your own log it takes, a hint of List says.',
};

export const presetOfListAndCount: INodeProperties = {
	...presetField,
	displayOptions: OF_LIST_AND_COUNT,
};

export const filtersOfListAndCount: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	displayOptions: OF_LIST_AND_COUNT,
	default: {},
	options: filterFieldsOf(FILTER_NAMES),
	description: 'An event is returned if it passes every filter that is set',
};

export const excludeField: INodeProperties = {
	displayName: 'Exclude',
	name: 'exclude',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: filterFieldsOf(EXCLUDE_NAMES, EXCLUDED),
	description: 'An event is left out if any of these fields matches it, whatever the filters say',
};

export const excludeOfListAndCount: INodeProperties = {
	...excludeField,
	displayOptions: OF_LIST_AND_COUNT,
};
