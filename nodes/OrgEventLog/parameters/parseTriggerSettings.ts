import { ParameterError } from '../errors/parameterError';
import type { Source } from '../events/event';
import { type EventFilters, FILTER_NAMES, FILTERS, triggerFiltersOf } from '../selection/filters';
import { PRESETS } from '../selection/presets';
import { shortHashOf } from '../events/shortHash';
import { MINUTE_MS } from '../text/times';
import { readChoice } from './choiceFields';
import { PICKER_ADVICE } from './enteredDates';
import { type NumberFieldName, readNumber } from './numberFields';
import { parseEventShape } from './parseOutput';
import { parseRequestOptions } from './parseReadOptions';
import { parseSelection } from './parseSelection';
import { parseDate, parseRelativeRange } from './parseTimeRange';
import { type NodeParameters, optionsOf } from './readField';

/** A trigger without state begins at one of these. */
export type StartFrom =
	| { readonly kind: 'now' }
	| { readonly kind: 'date'; readonly startMs: number }
	/** The present is that of the service's clock, which the first page brings. */
	| { readonly kind: 'last'; readonly toStartMs: (presentMs: number) => number };

export type TriggerSettings = ReturnType<typeof parseTriggerSettings>;

/** Reads all settings but the emit's own. @throws ParameterError naming the field that can't be used */
export function parseTriggerSettings(parameters: NodeParameters) {
	const source = readChoice(parameters, 'source');
	const selection = parseSelection(parameters, 'Trigger On');
	refuseListOnlyFilters(source, selection.filters);
	// It is read as text, because only a trigger without state needs a valid choice.
	const hasDate = String(parameters.get('startFrom', 'now')).trim().toLowerCase() === 'date';
	const readMinutesAsMs = (name: NumberFieldName) => MINUTE_MS * readNumber(parameters, name);
	return {
		source,
		...selection,
		...parseRequestOptions(parameters),
		/** Only a trigger without state needs its start. @throws ParameterError naming the field that can't be used */
		parseStartFrom: () => parseStartFrom(parameters),
		/** The date is hashed as stored: an expression may give another at every poll. Without a date, it is empty. */
		startDateHash: hasDate ? shortHashOf(JSON.stringify(parameters.stored.startDate ?? null)) : '',
		shape: parseEventShape(parameters, optionsOf(parameters)),
		/** Sentences are made with these: the noun names one of the events. */
		wording: { noun: PRESETS[selection.preset].noun ?? 'event', timezone: parameters.timezone },
		/** Zero turns it off. */
		heartbeatMs: readMinutesAsMs('heartbeatMinutes'),
		lateEventWindowMs: readMinutesAsMs('lateEventWindow'),
		/** An alert holds back those that repeat it for this long. Zero holds back nothing. */
		suppressRepeatsMs: readMinutesAsMs('suppressRepeats'),
		suppressPer: readChoice(parameters, 'suppressPer'),
		maxEvents: readNumber(parameters, 'maxEventsPerPoll'),
		afterRestart: readChoice(parameters, 'afterRestart'),
	};
}

function refuseListOnlyFilters(source: Source, filters: EventFilters): void {
	const usableFilters = triggerFiltersOf(source);
	const refusedFilter = FILTER_NAMES.find(
		(name) => filters[name] !== undefined && !usableFilters.includes(name),
	);
	if (refusedFilter === undefined || source === 'list') return;
	const { label } = FILTERS[refusedFilter];
	throw new ParameterError(
		`'${label}' works only if 'Source' is Matching Events, because not every event shows this value`,
		`Set 'Source' in Options to Matching Events, or remove '${label}'`,
	);
}

function parseStartFrom(parameters: NodeParameters): StartFrom {
	const kind = readChoice(parameters, 'startFrom');
	if (kind === 'now') return { kind };
	if (kind === 'last') {
		const toRange = parseRelativeRange(parameters);
		return { kind, toStartMs: (presentMs) => toRange(presentMs).startMs };
	}
	const startMs = parseDate(parameters, 'startDate', 'Start Date');
	if (startMs !== undefined) return { kind, startMs };
	throw new ParameterError("'Start Date' is empty", `${PICKER_ADVICE}. Or set 'Start From' to Now`);
}
