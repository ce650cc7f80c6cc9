import type { EventsPage, FetchPage, LoggedEvent } from '../api/event';
import { cursorFrom, readBaseline } from './baseline';
import type { Cursor } from './cursor';
import type { PollClock } from './pollClock';
import { watchPoll } from './pollClock';
import type { NewEvents } from './readNewEvents';
import { isNothingNew, readFirstPage } from './quietPoll';
import { readNewEvents } from './readNewEvents';
import type { TriggerState } from './triggerState';
import { cursorOf, withCursor } from './triggerState';

/** Of the time for reading, for going over the late-event window again. */
const SHARE_FOR_THE_WINDOW = 0.5;
/** How long a page cap that was seen is relied on before it is looked at again. */
const PAGE_CAP_TRUST_MS = 60 * 60 * 1000;

/** A log has one; more are kept only so that none of them is taken for another log. */
const MAX_ORGANIZATIONS = 8;

/** Where a trigger without state begins. */
export type StartFrom =
	| { readonly kind: 'now' }
	| { readonly kind: 'date'; readonly startMs: number }
	/** `toStartMs` gives the start for a present, both epoch milliseconds. */
	| { readonly kind: 'last'; readonly toStartMs: (presentMs: number) => number };

export interface PollRequest {
	/** Pages of the source, filtered by the service where the source is List. */
	readonly fetchPage: FetchPage;
	/** Pages of the same log without any filter. */
	readonly fetchUnfilteredPage: FetchPage;
	/** Whether the source takes pages in the order asked for, as List documents it. */
	readonly orderIsReliable: boolean;
	/** Which log is read; another one than the state's starts anew. */
	readonly logScope: string;
	/** Asked for only where there is no state of this log. */
	readonly startFrom: () => StartFrom;
	readonly matches: (event: LoggedEvent) => boolean;
	readonly lateEventWindowMs: number;
	readonly maxEvents: number;
	readonly pageSize: number;
	/** How long reading may take; at least one page is read whatever it says. */
	readonly budgetMs: number;
	/** The host's clock, epoch milliseconds. */
	readonly nowMs: () => number;
}

export interface PollResult {
	/** The events to deliver, oldest first. */
	readonly emit: readonly LoggedEvent[];
	readonly state: TriggerState;
	/** Whether the trigger began anew, having no state of this log. */
	readonly started: boolean;
	/** How many of the delivered events are older than others that came before. */
	readonly late: number;
	readonly backlog: NewEvents['backlog'];
	/** Since when late events are still noticed, where the window had to shrink; epoch milliseconds. */
	readonly windowShrunkToMs?: number;
}

/**
 * One poll: state and log → what to deliver and the next state. It has no effect but its requests.
 *
 * @throws what reading throws; then the state stays as it is
 */
export async function pollEvents(
	request: PollRequest,
	state: TriggerState | undefined,
): Promise<PollResult> {
	if (state === undefined || state.logScope !== request.logScope) return await startAnew(request);
	const trusted = Math.abs(request.nowMs() - state.pageCapSeenAtMs) < PAGE_CAP_TRUST_MS;
	const clock = watchPoll(request.nowMs, request.fetchPage);
	const cursor = cursorOf(state);
	const first = await readFirstPage(clock.fetchPage, cursor, request.pageSize);
	if (trusted && isNothingNew(first, cursor, Math.min(state.pageCap, request.pageSize))) {
		return { emit: [], state, started: false, late: 0, backlog: 'none' };
	}
	const read = await readOn(request, { ...clock, fetchPage: first.fetchPage }, cursor);
	if (isOfAnotherOrganization(state, read)) return await startAnew(request);
	return toResult({ ...state, ...pageCapAfter(request, state, clock, read) }, read);
}

async function readOn(request: PollRequest, clock: PollClock, cursor: Cursor): Promise<NewEvents> {
	return await readNewEvents(clock.fetchPage, cursor, {
		...request,
		presentMs: clock.presentMs,
		presentIsTold: clock.presentIsTold,
		elapsedMs: clock.elapsedMs,
		isWindowTimeUp: () => clock.elapsedMs() >= request.budgetMs * SHARE_FOR_THE_WINDOW,
		isTimeUp: () => clock.elapsedMs() >= request.budgetMs,
	});
}

async function startAnew(request: PollRequest): Promise<PollResult> {
	const clock = watchPoll(request.nowMs, request.fetchPage);
	const startFrom = request.startFrom();
	if (startFrom.kind !== 'now') {
		const cursor = cursorFrom(await startTime(startFrom, clock));
		const read = await readOn(request, clock, cursor);
		return { ...toResult(freshState(request, clock), read), started: true };
	}
	const unfiltered = watchPoll(request.nowMs, request.fetchUnfilteredPage);
	const baseline = await readBaseline(unfiltered.fetchPage, {
		...request,
		presentMs: unfiltered.presentMs,
		presentIsTold: unfiltered.presentIsTold,
	});
	const read = { ...baseline, emit: [], late: 0, backlog: 'none' as const, recognized: false };
	return { ...toResult(freshState(request, unfiltered), read), started: true };
}

async function startTime(
	startFrom: Exclude<StartFrom, { kind: 'now' }>,
	clock: PollClock,
): Promise<number> {
	if (startFrom.kind === 'date') return startFrom.startMs;
	const answer: EventsPage = await clock.fetchPage({ order: 'DESC', skip: 0, limit: 1 });
	return startFrom.toStartMs(answer.serviceTimeMs ?? clock.presentMs());
}

function freshState(request: PollRequest, clock: PollClock): Omit<TriggerState, keyof Cursor> {
	return {
		version: 1,
		logScope: request.logScope,
		organizations: [],
		pageCap: clock.longestPage(),
		pageCapSeenAtMs: request.nowMs(),
	};
}

function toResult(
	state: Omit<TriggerState, keyof Cursor>,
	{ emit, cursor, late, backlog, organizations }: NewEvents,
): PollResult {
	const known = new Set([...state.organizations, ...organizations]);
	return {
		...withCursor({ ...state, organizations: [...known].slice(0, MAX_ORGANIZATIONS) }, cursor),
		emit,
		started: false,
		late,
		backlog,
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
	return (
		!recognized &&
		state.organizations.length > 0 &&
		organizations.size > 0 &&
		!state.organizations.some((known) => organizations.has(known))
	);
}

/**
 * The greatest page seen so far stays the page cap as long as nothing contradicts it. Once an hour
 * a poll does not rely on it, so that a service which lowers its greatest `limit` is noticed.
 */
function pageCapAfter(
	request: PollRequest,
	state: TriggerState,
	clock: PollClock,
	read: NewEvents,
): Pick<TriggerState, 'pageCap' | 'pageCapSeenAtMs'> {
	const longestPage = clock.longestPage();
	const nowMs = request.nowMs();
	if (longestPage > state.pageCap) return { pageCap: longestPage, pageCapSeenAtMs: nowMs };
	const { pageCap, pageCapSeenAtMs } = state;
	if (Math.abs(nowMs - pageCapSeenAtMs) < PAGE_CAP_TRUST_MS) return { pageCap, pageCapSeenAtMs };
	return { pageCap: read.emit.length > 0 ? longestPage : pageCap, pageCapSeenAtMs: nowMs };
}
