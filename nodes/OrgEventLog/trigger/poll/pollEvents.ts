import type { LoggedEvent } from '../../events/event';
import type { TriggerSource } from '../../events/filters';
import type { FetchPage, LogSource } from '../../api/page';
import type { StartFrom } from '../../parameters/triggerSettings';
import { ConsumedEvents } from '../position/consumedEvents';
import { type Cursor, NOTHING_OWED } from '../position/cursor';
import { areOthers, withOrganizations } from '../position/organizations';
import {
	type AlsoRemembered,
	type StoredCursor,
	type TriggerState,
	cursorOf,
	withCursor,
} from '../position/triggerState';
import { readBaseline } from './baseline';
import { type LogBefore, findGap, notingPresent, owingGap } from './gap';
import { type WatchedRequests, watchRequests } from './pollClock';
import { type NewEvents, type ReadingRules, lookForNews, readNewEvents } from './readNewEvents';

export interface PollRequest extends Omit<ReadingRules, 'pageCap'>, LogBefore {
	/** Filtered by the service where it is List. */
	readonly source: LogSource<LoggedEvent>;
	readonly sourceName: TriggerSource;
	/** Pages of the same log without any filter. */
	readonly fetchUnfilteredPage: FetchPage<LoggedEvent>;
	/** Which log is read; another one than the state's starts anew. */
	readonly logScope: string;
	/** Asked for only where there is no state of this log. */
	readonly startFrom: () => StartFrom;
	/** Of a start date; remembered by the state that begins there. */
	readonly startMark?: string;
	/** Whether to read the window to its end even where one page shows nothing new. */
	readonly readsWholeWindow?: boolean;
	/** What is to be remembered beside consumed events. */
	readonly alsoRemembered?: AlsoRemembered;
	/** The host's clock, epoch milliseconds. */
	readonly nowMs: () => number;
}

/** What reading has found, or that it has found nothing. */
type Found = Omit<NewEvents, 'recognized' | 'reachesBack'>;

export interface PollResult
	extends
		Omit<Found, 'cursor' | 'organizations'>,
		StoredCursor,
		Partial<Pick<TriggerState, 'gap'>> {
	/** Whether the trigger began anew, having no state of this log. */
	readonly started: boolean;
	/** When it began, by `PollTimes.presentMs`. */
	readonly presentMs: number;
	/** Up to when it has read all of the log, epoch milliseconds; undefined if it has not. */
	readonly readToMs?: number;
}

/**
 * One poll: state and log → what is new and the next state. It has no effect but its requests.
 *
 * @param owed what of the last delivery is to be delivered once more
 * @throws EventLogFailure; then the state stays as it is
 */
export async function pollEvents(
	request: PollRequest,
	state: TriggerState | undefined,
	owed = NOTHING_OWED,
): Promise<PollResult> {
	if (state === undefined || state.logScope !== request.logScope) return await startAnew(request);
	const requests = watchRequests(request.source, request.nowMs);
	const { clock } = requests;
	const cursor = cursorOf(state);
	const pageCap = state.source === request.sourceName ? state.pageCap : 0;
	let { source } = requests;
	if (owed === NOTHING_OWED) {
		const look = await lookForNews(source, cursor, pageCap);
		source = look.source;
		if (look.isNothingNew && request.readsWholeWindow !== true) {
			const readToMs = clock().earliestMs;
			const noted = notingPresent({ ...state, pageCap }, readToMs, look.reachesBack);
			return { ...toResult(request, requests, noted, nothingNew(cursor)), readToMs };
		}
	}
	const read = await readNewEvents({ ...requests, source }, cursor, { ...request, pageCap }, owed);
	if (isOfAnotherOrganization(state, read)) return await startAnew(request);
	const { earliestMs } = clock();
	const found = await findGap(state, read, earliestMs, request);
	if (typeof found === 'object' && 'organizations' in found) {
		return await startAnew(request, found.organizations);
	}
	const gap = found === 'untold' ? undefined : found;
	const result = {
		...toResult(request, requests, { ...owingGap(state, gap), pageCap }, read),
		gap,
	};
	if (read.backlog !== 'none' || found === 'untold') return result;
	return {
		...result,
		state: notingPresent(result.state, earliestMs, read.reachesBack),
		readToMs: earliestMs,
	};
}

function nothingNew(cursor: Cursor): Found {
	const nothing = { newEvents: [], repeated: [], owedFromMs: undefined, backlog: 'none' } as const;
	return { ...nothing, begunFrom: cursor, cursor, organizations: new Set() };
}

/** @param known organizations that the log has beside those of what is read now, as they are remembered */
async function startAnew(
	request: PollRequest,
	known: ReadonlySet<string> = new Set(),
): Promise<PollResult> {
	const { nowMs, lateEventWindowMs, logScope, startMark = '', sourceName: source } = request;
	const organizations = [...known];
	const begun = { version: 1, logScope, startMark, organizations, source, pageCap: 0 } as const;
	const startFrom = request.startFrom();
	if (startFrom.kind !== 'now') {
		const requests = watchRequests(request.source, nowMs);
		const startMs = await startTime(startFrom, requests);
		const start = { watermarkMs: startMs, floorMs: startMs, consumed: ConsumedEvents.none() };
		const read = await readNewEvents(requests, start, { ...request, pageCap: begun.pageCap });
		return { ...toResult(request, requests, begun, read), started: true };
	}
	const { fetchUnfilteredPage: fetchPage } = request;
	const requests = watchRequests({ ...request.source, fetchPage }, nowMs);
	const baseline = await readBaseline(requests, lateEventWindowMs);
	const read = { ...nothingNew(baseline.cursor), ...baseline };
	return { ...toResult(request, requests, begun, read), started: true };
}

async function startTime(
	startFrom: Exclude<StartFrom, { kind: 'now' }>,
	{ source, clock }: WatchedRequests,
): Promise<number> {
	if (startFrom.kind === 'date') return startFrom.startMs;
	await source.fetchPage({ order: 'DESC', skip: 0, limit: 1 });
	return startFrom.toStartMs(clock().presentMs);
}

/** @param state what of it reading doesn't change, with how long pages were known to get */
function toResult(
	request: PollRequest,
	{ clock, traits }: WatchedRequests,
	state: Omit<TriggerState, keyof Cursor>,
	{ cursor, organizations: seen, ...found }: Found,
): PollResult {
	const organizations = withOrganizations(state.organizations, seen);
	// Where pages were last seen to be cut; as long as they are not, the longest that was seen.
	const pageCap = Number.isFinite(traits.pageCap)
		? traits.pageCap
		: Math.max(state.pageCap, traits.longestPage);
	return {
		...withCursor(
			{ ...state, organizations, source: request.sourceName, pageCap },
			cursor,
			request.alsoRemembered,
		),
		...{ ...found, started: false, presentMs: clock().presentMs },
	};
}

/**
 * The credential may meanwhile open the log of another organization on the same host. A log that
 * shows an event which was consumed from it is the same, whatever organizations it tells of.
 */
function isOfAnotherOrganization(
	state: TriggerState,
	{ organizations, recognized }: NewEvents,
): boolean {
	return !recognized && areOthers(state.organizations, organizations);
}
