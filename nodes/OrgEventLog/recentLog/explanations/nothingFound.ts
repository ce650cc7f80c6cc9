import type { EventLogClient } from '../../api/client';
import { type LoggedEvent, deviceField } from '../../events/event';
import { createExclusion, createMatcher } from '../../events/filterMatcher';
import type { PageRequest, TimeRange } from '../../api/page';
import { PRESETS, type Selection, withPreset } from '../../events/presets';
import { quoted } from '../../events/plainText';
import { windowOf } from '../../reading/positions';
import { ServedLog } from '../../reading/servedLog';
import { MAX_LOOKED_AT, newestEvents, summarize } from '../summary';
import { explainNoMatch } from './missedValues';

/** What was asked for. */
export interface FruitlessRequest extends Omit<Selection, 'passes'> {
	readonly range: TimeRange;
}

/** How many words for compliance are named. */
const MAX_STATUSES = 5;

const NO_EVENT = 'The log has no events';
const ALL_EXCLUDED =
	" is left, because 'Exclude' leaves out every match. Remove a field or a value from it";
const UNEXPLAINED =
	'No event matches. Check the time range and the filters. Values must match exactly and are case-sensitive';

/**
 * Why nothing was found, in a sentence for the user. Where events were chosen, one more request looks at the newest
 * ones of the range; where that fails, the sentence says what can be said without.
 */
export async function explainNothingFound(
	client: Pick<EventLogClient, 'listPage'>,
	{ preset, filters, exclude, range }: FruitlessRequest,
): Promise<string> {
	const isRanged = range.startMs !== undefined || range.endMs !== undefined;
	const of = isRanged ? ' in this time range' : '';
	const ofPreset = withPreset(preset, {});
	const mayPass = createMatcher(ofPreset.filters);
	const passes = (event: LoggedEvent) => mayPass(event) && ofPreset.passes?.(event) !== false;
	const isExcluding = createExclusion(exclude) !== undefined;
	const hasFilters = Object.values(filters).some((value) => value !== undefined);
	if (!hasFilters && preset === 'none' && !isExcluding) return NO_EVENT + of;
	try {
		const fetchPage = async (page: PageRequest) => await client.listPage({}, page);
		const source = { fetchPage, pageSize: MAX_LOOKED_AT, orderIsReliable: true };
		const log = new ServedLog<LoggedEvent>(source);
		const { events: inRange } = await log.fetch('DESC', windowOf(range, 'DESC'));
		if (inRange.length === 0) return NO_EVENT + of;
		const matches = createMatcher(filters);
		if (isExcluding && inRange.some((event) => matches(event) && passes(event)))
			return `No event${of}${ALL_EXCLUDED}`;
		const { label, meaning } = PRESETS[preset];
		if (!inRange.some(passes)) {
			const seen = preset === 'deviceOutOfCompliance' ? seenStatuses(inRange) : '';
			const wanted = meaning.charAt(0).toLowerCase() + meaning.slice(1);
			return `No event matches: the preset ${label} finds nothing in ${newestEvents(inRange.length)}${of}. It looks for ${wanted}${seen}`;
		}
		// Logged after nothing was found.
		if (!hasFilters) return UNEXPLAINED;
		const named = preset === 'none' ? undefined : label;
		return explainNoMatch(filters, summarize(inRange), of, named);
	} catch {
		return UNEXPLAINED;
	}
}

/** No documentation lists the words for compliance, so that a user has to see those of the log. */
function seenStatuses(events: readonly LoggedEvent[]): string {
	const words = events.flatMap(({ fields }) => {
		const status = deviceField(fields, 'compliance_status');
		return typeof status === 'string' && status !== '' ? [status] : [];
	});
	if (words.length === 0) return '. None of these events has a compliance status';
	const named = [...new Set(words)].slice(0, MAX_STATUSES);
	return `. The compliance statuses of these events are: ${named.map((word) => quoted(word)).join(', ')}`;
}
