import type { Order, TimeRange } from '../api/page';
import { type EventLogFailure, type Outcome, toOutcome, valueOrThrow } from '../errors/failure';
import type { TimedEvent } from '../events/event';
import { readAgainstOrder } from './againstOrder';
import { type WalkOptions, walkInOrder } from './orderedWalk';
import { readInParallel } from './parallelWindows';
import { windowOf } from './positions';
import type { ServedLog } from './servedLog';

/** A part of the log without gaps, behind the one before it. */
export interface Stretch<Event extends TimedEvent> {
	/** The oldest comes first. */
	readonly events: readonly Event[];
	/** All before this time is read, epoch milliseconds; its own instant may go on. */
	readonly readToMs: number;
}

/** Oldest first, a position is the time itself. Without an end, the range goes up to the end of the log. */
export type ForwardRange<Event extends TimedEvent> = TimeRange &
	Pick<WalkOptions<Event>, 'overlap' | 'mustReach' | 'mayBeEmpty'>;

/**
 * Reads from a time on, oldest first, as a poll does: a page that is shorter than the service cuts its pages is the
 * end. What is known of the order is learned anew where the service contradicts it; then events of the last instant may
 * come again.
 *
 * @throws EventLogFailure; what was handed over is true
 */
export async function* readForward<Event extends TimedEvent>(
	log: ServedLog<Event>,
	range: ForwardRange<Event>,
): AsyncGenerator<Stretch<Event>, void> {
	let { startMs = 0, overlap } = range;
	for (const mayRelearn of [true, false]) {
		const stretches = forwardStretches(log, { ...range, startMs, overlap });
		for (;;) {
			const outcome = await toOutcome(stretches.next());
			if (mayRelearn && isOtherOrder(outcome) && log.forgetOrder()) break;
			const { done, value } = valueOrThrow(outcome);
			if (done === true) return;
			yield value;
			if (value.readToMs > startMs) [startMs, overlap] = [value.readToMs, undefined];
		}
	}
}

function isOtherOrder(outcome: Outcome<unknown>): boolean {
	if ('value' in outcome) return false;
	return outcome.failure.kind === 'otherOrder' || outcome.failure.kind === 'contradictoryAnswer';
}

async function* forwardStretches<Event extends TimedEvent>(
	log: ServedLog<Event>,
	{ overlap, mustReach, mayBeEmpty, ...range }: ForwardRange<Event>,
): AsyncGenerator<Stretch<Event>, void> {
	const order = 'ASC';
	const window = windowOf(range, order);
	if (log.isOrderUnknown) {
		// A few events are all that there are, in whatever order they come.
		const page = await log.fetch(order, window, { mayBeEmpty });
		if (page.isLast && (overlap === undefined || page.events.some(overlap.has))) {
			const events = [...page.events].sort((one, other) => one.createdAtMs - other.createdAtMs);
			const newest = events[events.length - 1];
			if (newest !== undefined) yield { events, readToMs: newest.createdAtMs };
			return;
		}
	}
	if (await log.serves(order)) {
		const pages = walkInOrder(log, {
			...{ order, window, endProof: 'shortPage', mayBeEmpty },
			...{ overlap, mustReach, lookaheadTo: mustReach },
		});
		for await (const { events, reached } of pages) yield { events, readToMs: reached };
		return;
	}
	const nextWindowKey = range.endMs === undefined ? 'nextWindow' : 'nextWindowToWatermark';
	const options = { mustReach: overlap?.position, endProof: 'shortPage', nextWindowKey } as const;
	for await (const { events, span } of readAgainstOrder(log, order, window, options))
		yield { events, readToMs: span.to };
}

/**
 * Reads a range newest first until what was read is enough, and gives what reading ended with: a failure may leave
 * enough for its purpose, too.
 *
 * @param isEnough takes each page
 */
export async function readBackUntil<Event extends TimedEvent>(
	log: ServedLog<Event>,
	range: TimeRange,
	isEnough: (page: readonly Event[]) => boolean,
): Promise<'wholeRange' | 'enough' | EventLogFailure> {
	const pages = readSequentially(log, range, 'DESC', 'shortPage');
	for (;;) {
		const outcome = await toOutcome(pages.next());
		if ('failure' in outcome) return outcome.failure;
		const { done, value } = outcome.value;
		if (done === true) return 'wholeRange';
		if (isEnough(value.events)) return 'enough';
	}
}

/**
 * Reads a range as it is when it is read, in the order wanted, page by page; in windows that are read at the same
 * time where that is allowed and all is wanted.
 *
 * @param wanted says how many more events are wanted; all unless given
 * @throws EventLogFailure where something is missing
 */
export async function* readRange<Event extends TimedEvent>(
	log: ServedLog<Event>,
	range: TimeRange,
	order: Order,
	{ maxParallelWindows, wanted }: { maxParallelWindows: number; wanted?: () => number },
): AsyncGenerator<readonly Event[], void> {
	const isParallel = maxParallelWindows > 1 && wanted === undefined && (await log.serves(order));
	const pages = isParallel
		? readInParallel(log, range, order, maxParallelWindows)
		: readSequentially(log, range, order, 'pageBehind', wanted);
	for await (const { events } of pages) yield events;
}

async function* readSequentially<Event extends TimedEvent>(
	log: ServedLog<Event>,
	range: TimeRange,
	order: Order,
	endProof: WalkOptions<Event>['endProof'],
	wanted?: () => number,
): AsyncGenerator<{ readonly events: readonly Event[] }, void> {
	const window = windowOf(range, order);
	if (await log.serves(order, order === 'DESC' ? wanted?.() : undefined))
		yield* walkInOrder(log, { order, window, endProof, wanted });
	else yield* readAgainstOrder(log, order, window, { endProof });
}
