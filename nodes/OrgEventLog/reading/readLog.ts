import type { Order, TimeRange } from '../api/page';
import { type EventLogFailure, type Outcome, outcomesOf, requireValue } from '../errors/failure';
import type { TimedEvent } from '../events/event';
import { readAgainstOrder } from './againstOrder';
import { type WalkOptions, type WalkedPage, walkInOrder } from './orderedWalk';
import { readInParallel } from './parallelWindows';
import { windowOf } from './positions';
import type { ServiceLog } from './serviceLog';

/** It holds a part of the log without gaps, later than the part before it; the oldest event comes first. */
export type Stretch<Event extends TimedEvent> = Pick<WalkedPage<Event>, 'events' | 'reached'>;

/** It is read oldest first, so that positions are times. Without an end, it goes up to the end of the log. */
export type ForwardRange<Event extends TimedEvent> = TimeRange &
	Pick<WalkOptions<Event>, 'overlap' | 'seenTo' | 'mayBeEmpty'>;

/**
 * Reads from a time on, oldest first, as a poll does: a page that is shorter than the service's full pages is the
 * end. If the service contradicts the order that it is known to serve, that is learned anew, and events of the last
 * instant may come again.
 *
 * @throws EventLogFailure; what was handed over before counts all the same
 */
export async function* readForward<Event extends TimedEvent>(
	log: ServiceLog<Event>,
	range: ForwardRange<Event>,
	mayRelearn = true,
): AsyncGenerator<Stretch<Event>, void> {
	let unread = range;
	for await (const outcome of outcomesOf(readStretches(log, range))) {
		if (mayRelearn && contradictsOrder(outcome) && log.forgetOrder())
			return yield* readForward(log, unread, false);
		const stretch = requireValue(outcome);
		yield stretch;
		if (stretch.reached > (unread.startMs ?? 0))
			unread = { ...range, startMs: stretch.reached, overlap: undefined };
	}
}

function contradictsOrder(outcome: Outcome<unknown>): boolean {
	if ('value' in outcome) return false;
	return outcome.failure.kind === 'otherOrder' || outcome.failure.kind === 'contradictoryAnswer';
}

async function* readStretches<Event extends TimedEvent>(
	log: ServiceLog<Event>,
	{ overlap, seenTo, mayBeEmpty, ...range }: ForwardRange<Event>,
): AsyncGenerator<Stretch<Event>, void> {
	const order = 'ASC';
	const window = windowOf(range, order);
	if (log.isOrderUnknown) {
		// A few events are all that there are, in whatever order they come.
		const page = await log.fetch(order, window, { mayBeEmpty });
		if (page.isLast && (overlap === undefined || page.events.some(overlap.has))) {
			const events = [...page.events].sort((one, other) => one.createdAtMs - other.createdAtMs);
			const newest = events[events.length - 1];
			if (newest !== undefined) yield { events, reached: newest.createdAtMs };
			return;
		}
	}
	if (await log.isServed(order))
		return yield* walkInOrder(log, {
			...{ order, window, endProof: 'shortPage', mayBeEmpty },
			...{ overlap, seenTo, lookaheadTo: seenTo },
		});
	const nextWindowKey = range.endMs === undefined ? 'nextWindow' : 'nextWindowToWatermark';
	// A reversed walk comes from the newest event, so it has to reach back to the overlap, not only to `seenTo`.
	const options = { seenTo: overlap?.position, endProof: 'shortPage', nextWindowKey } as const;
	for await (const { events, span } of readAgainstOrder(log, order, window, options))
		yield { events, reached: span.to };
}

/**
 * Reads a range newest first until enough was read, and gives what reading ended with: what came before a failure may
 * serve the caller, too.
 *
 * @param takePage takes each page, and ends reading with true
 */
export async function readBackUntil<Event extends TimedEvent>(
	log: ServiceLog<Event>,
	range: TimeRange,
	takePage: (page: readonly Event[]) => boolean,
): Promise<'wholeRange' | 'enough' | EventLogFailure> {
	for await (const outcome of outcomesOf(readSequentially(log, range, 'DESC', 'shortPage'))) {
		if ('failure' in outcome) return outcome.failure;
		const { events, isEnd = false } = outcome.value;
		if (takePage(events) && !isEnd) return 'enough';
	}
	return 'wholeRange';
}

/**
 * Reads a range in the order wanted, page by page, or in parallel windows if these are allowed and all of it is wanted.
 *
 * @param countWanted says how many more events are wanted; without it, all are
 * @throws EventLogFailure if the service leaves out some of the range
 */
export async function* readRange<Event extends TimedEvent>(
	log: ServiceLog<Event>,
	range: TimeRange,
	order: Order,
	{ maxParallelWindows, countWanted }: { maxParallelWindows: number; countWanted?: () => number },
): AsyncGenerator<readonly Event[], void> {
	const isParallel =
		maxParallelWindows > 1 && countWanted === undefined && (await log.isServed(order));
	const pages = isParallel
		? readInParallel(log, range, order, maxParallelWindows)
		: readSequentially(log, range, order, 'pageAfter', countWanted);
	for await (const { events } of pages) yield events;
}

async function* readSequentially<Event extends TimedEvent>(
	log: ServiceLog<Event>,
	range: TimeRange,
	order: Order,
	endProof: WalkOptions<Event>['endProof'],
	countWanted?: () => number,
): AsyncGenerator<{ readonly events: readonly Event[]; readonly isEnd?: boolean }, void> {
	const window = windowOf(range, order);
	if (await log.isServed(order, order === 'DESC' ? countWanted?.() : undefined))
		yield* walkInOrder(log, { order, window, endProof, countWanted });
	else yield* readAgainstOrder(log, order, window, { endProof });
}
