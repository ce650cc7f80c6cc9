import type { EventLogClient } from '../../api/client';
import { type LoggedEvent, deviceField } from '../../events/event';
import { createExclusion, createListCheck } from '../../events/filterMatcher';
import type { EventFilters } from '../../events/filters';
import { AS_SPECIFIED, type TimeRange } from '../../api/page';
import {
	PRESETS,
	type PresetName,
	type Selection,
	bothChecks,
	withPreset,
} from '../../events/presets';
import { type HoldsSecret, quoted } from '../../api/serviceText';
import { counted } from '../../output/digest';
import { boundsOfWindow, holds, positionOf, windowOfRange } from '../../reading/window';
import { summarize } from '../summary';
import { explainNoMatch } from './missedValues';

/** What was asked for. */
export interface FruitlessRequest extends Omit<Selection, 'passes'> {
	readonly range: TimeRange;
}

/** How many of the newest events are looked at. */
const MAX_LOOKED_AT = 1_000;

/** How many words for compliance are named. */
const MAX_STATUSES = 5;

const NO_EVENT = 'The log has no events';
const ALL_EXCLUDED =
	" is left, because 'Exclude' leaves out every match. Remove a field or a value from it";
const UNEXPLAINED =
	'No event matches. Check the time range and the filters. Values must match exactly and are case-sensitive';

/**
 * Why nothing was found, in a sentence for the user. Where there are filters, one more request looks
 * at the newest events of the range, and another at what is left out of those that the filters pass;
 * where that fails, the sentence says what can be said without.
 */
export async function explainNothingFound(
	client: Pick<EventLogClient, 'listPage' | 'holdsSecret'>,
	{ preset, filters, exclude, range }: FruitlessRequest,
): Promise<string> {
	const isRanged = range.startMs !== undefined || range.endMs !== undefined;
	const of = isRanged ? ' in this time range' : '';
	const { passes } = withPreset(preset, {});
	const stays = createExclusion(exclude);
	const hasFilters = Object.values(filters).some((value) => value !== undefined);
	if (!hasFilters && passes === undefined && stays === undefined) return NO_EVENT + of;
	try {
		const window = windowOfRange(range, 'DESC');
		const bounds = boundsOfWindow(window, 'DESC', AS_SPECIFIED);
		const newestOf = async (wanted: EventFilters) => {
			const page = { order: 'DESC', skip: 0, limit: MAX_LOOKED_AT, ...bounds } as const;
			const { events } = await client.listPage(wanted, page);
			// Where a service includes its bounds, that is too much.
			return events.filter((event) => holds(window, positionOf(event, 'DESC')));
		};
		if (stays !== undefined) {
			const matches = bothChecks(createListCheck(filters), passes) ?? (() => true);
			if (!(await newestOf(filters)).filter(matches).every(stays))
				return `No event${of}${ALL_EXCLUDED}`;
		}
		const inRange = await newestOf({});
		if (inRange.length === 0) return NO_EVENT + of;
		if (passes !== undefined && !inRange.some(passes)) {
			return explainPreset(preset, inRange, of, client.holdsSecret);
		}
		return explainNoMatch(filters, summarize(inRange), of, client.holdsSecret);
	} catch {
		return UNEXPLAINED;
	}
}

function explainPreset(
	preset: PresetName,
	events: readonly LoggedEvent[],
	of: string,
	holdsSecret: HoldsSecret,
): string {
	const { label, meaning } = PRESETS[preset];
	const wanted = meaning.charAt(0).toLowerCase() + meaning.slice(1);
	return `No event matches: the preset ${label} selects none of the newest ${counted(events.length, 'event')}${of}. It looks for ${wanted}${seenStatuses(preset, events, holdsSecret)}`;
}

/** No documentation lists the words for compliance, so that a user has to see those of the log. */
function seenStatuses(
	preset: PresetName,
	events: readonly LoggedEvent[],
	holdsSecret: HoldsSecret,
): string {
	if (preset !== 'deviceOutOfCompliance') return '';
	const statuses = events.map(({ fields }) => deviceField(fields, 'compliance_status'));
	const isWord = (status: unknown) => typeof status === 'string' && status !== '';
	const words = [...new Set(statuses.filter(isWord))].map(String);
	if (words.length === 0) return '. No event has a compliance status';
	const named = words.slice(0, MAX_STATUSES).map((word) => quoted(word, holdsSecret));
	const more = words.length > MAX_STATUSES ? ` and ${words.length - MAX_STATUSES} more` : '';
	return `. The compliance statuses are: ${named.join(', ')}${more}`;
}
