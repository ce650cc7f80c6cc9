import { CALENDAR_PERIODS, RELATIVE_UNITS } from '../calendar/timeRanges';
import { type NodeParameters, optionsOf, readField, toAllowedValue } from './readField';

export interface Choices {
	/** The editor names these after their own words: `lastMonth` is Last Month. */
	readonly values?: readonly string[];
	/** The keys are the values that workflows store. */
	readonly namedValues?: Readonly<Record<string, readonly [name: string, description?: string]>>;
}

interface ChoiceField extends Choices {
	readonly label: string;
	readonly default: string;
	/** The field is among Options, and may not have been added. */
	readonly isOption?: true;
}

/** The same choice has the same name and description in each field that groups events. */
const HAPPENING_CHOICE = [
	'Same Event',
	'Events with the same dedupeKey: the same thing happened to the same user, device and service',
] as const;
const WHO_CHOICE = ['Who', 'The user, or else the device, or else the client IP address'] as const;

/** Operation and Preset are not here, because their choices have tables of their own. */
export const CHOICE_FIELDS = {
	timeRange: {
		label: 'Time Range',
		default: 'all',
		namedValues: {
			all: ['All Time', 'From the oldest event in the log to the newest'],
			last: ['Relative to Now', 'A number of minutes, hours, days or weeks up to now'],
			period: [
				'Calendar Period',
				'A calendar day, week, month, quarter or year, such as last month',
			],
			custom: ['Custom', 'Between two dates, since a date, or before a date'],
		},
	},
	lastUnit: { label: 'Unit', default: 'hours', values: RELATIVE_UNITS },
	period: { label: 'Period', default: 'yesterday', values: CALENDAR_PERIODS },
	fileFormat: {
		label: 'File Format',
		// Most people open a report in a spreadsheet, where only a workbook keeps text as text and times as dates.
		default: 'xlsx',
		namedValues: {
			xlsx: ['Excel (XLSX)', 'A workbook for people, with a page that says what the report is'],
			csv: ['CSV', 'A table, for programs that import tables'],
			ndjson: ['NDJSON', 'One event per line, exactly as the service sent it'],
		},
	},
	interval: {
		label: 'Interval',
		default: 'none',
		values: ['none', 'hour', 'day', 'week', 'month'],
	},
	order: {
		label: 'Order',
		default: 'DESC',
		isOption: true,
		namedValues: { DESC: ['Newest First'], ASC: ['Oldest First'] },
	},
	readFrom: {
		label: 'Read From',
		default: 'list',
		isOption: true,
		namedValues: {
			feed: ['Feed', 'All events, without filters'],
			list: ['List', 'The events that match filters'],
		},
	},
	emit: {
		label: 'Start the Workflow',
		default: 'events',
		namedValues: {
			events: ['For Each Event', 'One item for each new event, oldest first'],
			burst: [
				'For Bursts of Events',
				'One item when many events occur in a short time, for example of one user',
			],
			digest: [
				'Once for All New Events',
				'One item with all events that a poll has found, their counts and a sentence',
			],
		},
	},
	startFrom: {
		label: 'Start From',
		default: 'now',
		namedValues: {
			now: ['Now', 'Only events that appear in the log after you publish the workflow'],
			last: ['Relative to Now', 'Also the events of the last minutes, hours, days or weeks'],
			date: ['Date', 'Also all events since a date'],
		},
	},
	suppressPer: {
		label: 'Suppress Per',
		default: 'happening',
		namedValues: {
			address: ['Address', 'Events from the same client IP address'],
			device: ['Device', 'Events of the same device'],
			happening: HAPPENING_CHOICE,
			user: ['User', 'Events of the same user'],
			who: WHO_CHOICE,
			userAndService: ['User and Service', 'Events of the same user at the same service'],
		},
	},
	burstPer: {
		label: 'Burst Per',
		default: 'who',
		namedValues: {
			all: ['All', 'All matching events together'],
			device: ['Device', 'The events of each device. Events without a device do not count.'],
			happening: HAPPENING_CHOICE,
			user: ['User', 'The events of each user. Events without a user do not count.'],
			who: WHO_CHOICE,
		},
	},
	source: {
		label: 'Source',
		default: 'feed',
		isOption: true,
		namedValues: {
			feed: ['All Events', 'Read every new event, and filter in n8n'],
			list: [
				'Matching Events',
				'Let the service filter: fewer requests on a busy log. Three filters work only here.',
			],
		},
	},
	afterRestart: {
		label: 'After a Restart',
		default: 'goOn',
		isOption: true,
		namedValues: {
			goOn: [
				'Continue',
				'Deliver only new events. If n8n is killed while it saves events, these are lost, except with durable cursors.',
			],
			repeatLast: [
				'Repeat the Last Delivery',
				"Deliver the last events again, so that none is lost. Each item shows in 'redelivered' if it is a repeat.",
			],
		},
	},
} as const satisfies Record<string, ChoiceField>;

export type ChoiceName = keyof typeof CHOICE_FIELDS;
type Row<Name extends ChoiceName> = (typeof CHOICE_FIELDS)[Name];
export type Choice<Name extends ChoiceName> = (Row<Name> extends {
	readonly values: readonly (infer Value)[];
}
	? Value
	: Row<Name> extends { readonly namedValues: infer NamedValues }
		? keyof NamedValues
		: never) &
	string;

/** @throws ParameterError for a value that is not on the list */
export function readChoice<Name extends ChoiceName>(
	parameters: NodeParameters,
	name: Name,
	defaultOverride?: Choice<Name>,
): Choice<Name> {
	const field: ChoiceField = CHOICE_FIELDS[name];
	const values = field.values ?? Object.keys(field.namedValues ?? {});
	// No value is empty: this only narrows the type.
	const allowed = values.filter((value): value is Choice<Name> => value !== '');
	const parse = (value: unknown) => toAllowedValue(allowed, value, field.label);
	if (!field.isOption) return parse(parameters.get(name, field.default));
	const entered = readField(optionsOf(parameters), name, field.label, parse);
	return entered ?? defaultOverride ?? parse(field.default);
}
