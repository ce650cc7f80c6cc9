import type { LoggedEvent } from '../events/event';
import type { TriggerSource } from '../events/filters';
import type { FetchPage, LogSource } from '../api/page';
import type { EndOfLog } from '../reading/endOfLog';
import { cursorFrom, readBaseline } from './baseline';
import { type Cursor, type CursorRules, NOTHING_OWED, type Owed } from './cursor';
import { type Gap, findGap, notingPresent, owingGap } from './gap';
import { areOthers, withOrganizations } from './organizations';
import { type PollClock, type WatchedRequests, remarksOnStart, watchRequests } from './pollClock';
import { type NewEvents, lookForNews, readNewEvents } from './readNewEvents';
import { type TriggerState, cursorOf, withCursor } from './triggerState';

/** Of the time for reading, for going over the late-event window again. */
const SHARE_FOR_THE_WINDOW = 0.5;

/** Where a trigger without state begins. */
export type StartFrom =
	| { readonly kind: 'now' }
	| { readonly kind: 'date'; readonly startMs: number }
	/** `toStartMs` gives the start for a present, both epoch milliseconds. */
	| { readonly kind: 'last'; readonly toStartMs: (presentMs: number) => number };

export interface PollRequest extends CursorRules {
	/** Filtered by the service where it is List. */
	readonly source: LogSource<LoggedEvent>;
	readonly sourceName: TriggerSource;
	/** Pages of the same log without any filter. */
	readonly fetchUnfilteredPage: FetchPage<LoggedEvent>;
	/** The oldest event of the same log; asked for where it may have lost what is unread. */
	readonly readOldest?: () => Promise<EndOfLog>;
	/** Which log is read; another one than the state's starts anew. */
	readonly logScope: string;
	/** Asked for only where there is no state of this log. */
	readonly startFrom: () => StartFrom;
	/** Of a start date; remembered by the state that begins there. */
	readonly startMark?: string;
	/** Whether the state is to have room for alerts that hold others back; not unless given. */
	readonly remembersAlerts?: boolean;
	/** Whether to read the window to its end even where one page shows nothing new. */
	readonly readsWholeWindow?: boolean;
	/** How long reading may take; at least one page is read whatever it says. */
	readonly readingTimeMs: number;
	/** The host's clock, epoch milliseconds. */
	readonly nowMs: () => number;
}

export interface PollResult extends Pick<
	NewEvents,
	'emit' | 'repeated' | 'owedFromMs' | 'begunFrom' | 'backlog' | 'remarks'
> {
	readonly state: TriggerState;
	/** Whether the trigger began anew, having no state of this log. */
	readonly started: boolean;
	/** When it began, by `PollClock.presentMs`. */
	readonly presentMs: number;
	/** Found by this poll; to be told with the next delivery. */
	readonly gap?: Gap;
	/** Since when late events are still noticed, where the window had to shrink; epoch milliseconds. */
	readonly windowShrunkToMs?: number;
}

/**
 * One poll: state and log → what to deliver and the next state. It has no effect but its requests.
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
			const noted = notingPresent(state, clock.earliestMs());
			return { ...nothingNew(cursor, clock), started: false, state: noted };
		}
	}
	const read = await readOn(request, { ...requests, source }, cursor, owed);
	if (isOfAnotherOrganization(state, read)) return await startAnew(request);
	const earliestMs = clock.earliestMs();
	const mayHaveGap = read.isMoved || notingPresent(state, earliestMs) !== state;
	const found = mayHaveGap ? await findGap(state, read, earliestMs, request.readOldest) : undefined;
	const gap = found === 'untold' ? undefined : found;
	const next = { ...owingGap(state, gap), pageCap };
	const result = { ...toResult(request, requests, next, read), gap };
	if (read.backlog !== 'none' || found === 'untold') return result;
	return { ...result, state: notingPresent(result.state, earliestMs) };
}

/** What a poll has found that delivers nothing. */
function nothingNew(begunFrom: Cursor, clock: PollClock) {
	return {
		...{ emit: [], repeated: [], owedFromMs: undefined, backlog: 'none' as const, begunFrom },
		remarks: remarksOnStart(begunFrom.floorMs, clock),
		presentMs: clock.presentMs(),
	};
}

async function readOn(
	request: PollRequest,
	{ source, clock, traits }: WatchedRequests<LoggedEvent>,
	cursor: Cursor,
	owed: Owed,
): Promise<NewEvents> {
	return await readNewEvents(source, cursor, {
		...request,
		owed,
		clock,
		traits,
		isWindowTimeUp: () => clock.elapsedMs() >= request.readingTimeMs * SHARE_FOR_THE_WINDOW,
		isTimeUp: () => clock.elapsedMs() >= request.readingTimeMs,
	});
}

async function startAnew(request: PollRequest): Promise<PollResult> {
	const { nowMs, lateEventWindowMs, logScope, startMark = '', sourceName: source } = request;
	const fresh = { version: 1, logScope, startMark, organizations: [], source, pageCap: 0 } as const;
	const startFrom = request.startFrom();
	if (startFrom.kind !== 'now') {
		const requests = watchRequests(request.source, nowMs);
		const start = cursorFrom(await startTime(startFrom, requests));
		const read = await readOn(request, requests, start, NOTHING_OWED);
		return { ...toResult(request, requests, fresh, read), started: true };
	}
	const { fetchUnfilteredPage: fetchPage } = request;
	const requests = watchRequests({ ...request.source, fetchPage }, nowMs);
	const baseline = await readBaseline(requests.source, { ...requests, lateEventWindowMs });
	const read = { ...nothingNew(baseline.cursor, requests.clock), ...baseline };
	return { ...toResult(request, requests, fresh, read), started: true };
}

async function startTime(
	startFrom: Exclude<StartFrom, { kind: 'now' }>,
	{ source, clock }: WatchedRequests<LoggedEvent>,
): Promise<number> {
	if (startFrom.kind === 'date') return startFrom.startMs;
	await source.fetchPage({ order: 'DESC', skip: 0, limit: 1 });
	return startFrom.toStartMs(clock.presentMs());
}

/** @param state what of it reading doesn't change, with how long pages were known to get */
function toResult(
	{ sourceName: source, remembersAlerts = false }: PollRequest,
	{ clock, traits }: WatchedRequests<LoggedEvent>,
	state: Omit<TriggerState, keyof Cursor>,
	read: Omit<NewEvents, 'recognized' | 'isMoved'>,
): PollResult {
	const { cursor, organizations: seen, ...found } = read;
	const alerts = state.alerts ?? (remembersAlerts ? '' : undefined);
	const organizations = withOrganizations(state.organizations, seen);
	// Where pages were last seen to be cut; as long as they are not, the longest that was seen.
	const pageCap = Number.isFinite(traits.pageCap)
		? traits.pageCap
		: Math.max(state.pageCap, traits.longestPage);
	return {
		...withCursor({ ...state, alerts, organizations, source, pageCap }, cursor),
		...{ ...found, started: false, presentMs: clock.presentMs() },
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
