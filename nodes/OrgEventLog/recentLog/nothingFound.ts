import { type LoggedEvent, deviceField } from '../api/event';
import type { EventLogClient } from '../api/client';
import type { EventFilters } from '../api/filters';
import type { PageRequest, TimeRange } from '../api/page';
import { PRESETS, type PresetName, withPreset } from '../api/presets';
import { numberOfEvents } from './choices';
import { explainNoMatch } from './missedValues';
import { RECENT_PAGE_SIZE } from './recentEvents';
import { summarize } from './summary';

/** What was asked for. */
export interface FruitlessRequest {
	/** Whose minimum severity is among the filters already. */
	readonly preset: PresetName;
	readonly filters: EventFilters;
	readonly range: TimeRange;
}

const NO_EVENT = 'The log holds no event';
const UNEXPLAINED =
	'No event matches. Check the time range and the filters: values are compared as the events have them, letter case included';

/**
 * Why nothing was found, in a sentence for the user. Where there are filters, one more request looks
 * at the newest events of the range; where that fails, the sentence says what can be said without.
 */
export async function explainNothingFound(
	client: Pick<EventLogClient, 'listPage'>,
	{ preset, filters, range }: FruitlessRequest,
): Promise<string> {
	const isRanged = range.startMs !== undefined || range.endMs !== undefined;
	const of = isRanged ? ' in this time range' : '';
	const { passes } = withPreset(preset, {});
	const hasFilters = Object.values(filters).some((value) => value !== undefined);
	if (!hasFilters && passes === undefined) return NO_EVENT + of;
	try {
		const { events } = await client.listPage({}, toPageRequest(range));
		const inRange = events.filter(({ createdAtMs }) => isWithin(createdAtMs, range));
		if (inRange.length === 0) return NO_EVENT + of;
		if (passes !== undefined && !inRange.some(passes)) {
			return explainPreset(preset, inRange, of);
		}
		return explainNoMatch(filters, summarize(inRange), of);
	} catch {
		return UNEXPLAINED;
	}
}

function explainPreset(preset: PresetName, events: readonly LoggedEvent[], of: string): string {
	const { label, meaning } = PRESETS[preset];
	return `No event matches: none of the newest ${numberOfEvents(events.length)}${of} is what the preset ${label} takes. ${meaning}${seenStatuses(preset, events)}`;
}

/** No documentation lists the words for compliance, so that a user has to see those of the log. */
function seenStatuses(preset: PresetName, events: readonly LoggedEvent[]): string {
	if (preset !== 'deviceOutOfCompliance') return '';
	const statuses = events.map(({ fields }) => deviceField(fields, 'compliance_status'));
	const words = new Set(statuses.filter((word) => typeof word === 'string' && word !== ''));
	if (words.size === 0) return '. No event has a compliance status';
	return `. The statuses are: ${[...words].map((word) => `“${String(word)}”`).join(', ')}`;
}

/** The API's bounds are exclusive; where a service includes them, what is too much is left out. */
function toPageRequest({ startMs, endMs }: TimeRange): PageRequest {
	return {
		order: 'DESC',
		skip: 0,
		limit: RECENT_PAGE_SIZE,
		...(startMs !== undefined && startMs > 0 && { afterMs: startMs - 1 }),
		...(endMs !== undefined && { beforeMs: endMs }),
	};
}

function isWithin(ms: number, { startMs = -Infinity, endMs = Infinity }: TimeRange): boolean {
	return ms >= startMs && ms < endMs;
}
