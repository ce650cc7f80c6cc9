import type { Order, TimeRange } from '../api/page';
import type { EventLogFailure } from '../errors/failure';
import { type Outcome, toOutcome, valueOrThrow } from '../errors/outcome';
import type { TimedEvent } from '../events/event';
import { readAgainstOrder } from './againstOrder';
import { type EndProof, walkInOrder } from './orderedWalk';
import { readInParallel } from './parallelWindows';
import { windowOf } from './positions';
import type { ServedLog } from './servedLog';

/** Events of before: at least one of them is expected to be there still. */
export interface TimedOverlap<Event extends TimedEvent> {
	/** The time of these events, epoch milliseconds. */
	readonly atMs: number;
	readonly has: (event: Event) => boolean;
}

export interface RangeEnds<Event extends TimedEvent> {
	/** The range begins with these, and hands them over, too. */
	readonly atStart?: TimedOverlap<Event>;
	/** These stand right behind the range. */
	readonly behindEnd?: TimedOverlap<Event>;
}

/** A part of the log without gaps, behind the one before it. */
export interface Stretch<Event extends TimedEvent> {
	/** The oldest comes first. */
	readonly events: readonly Event[];
	/** All before this time is read, epoch milliseconds; its own instant may go on. */
	readonly readToMs: number;
}

/** The range is half-open, in epoch milliseconds; without an end it goes up to the end of the log. */
export interface ForwardRange {
	readonly fromMs: number;
	readonly endMs?: number;
	/** True if an empty page is no surprise, and is not asked for twice. */
	readonly mayBeEmpty?: boolean;
}

/**
 * Reads what came since, oldest first, as a poll does: a page that is shorter than the service cuts its pages is the end. What is known of the order is learned anew where the service contradicts it; then events of
 * the last instant may come again.
 *
 * @throws EventLogFailure; what was handed over is true
 */
export async function* readForward<Event extends TimedEvent>(
	log: ServedLog<Event>,
	{ fromMs, endMs, mayBeEmpty }: ForwardRange,
	{ atStart, behindEnd }: RangeEnds<Event> = {},
): AsyncGenerator<Stretch<Event>, void> {
	let startMs = fromMs;
	let mayRelearn = log.profile.order !== undefined;
	for (;;) {
		const stretches = forwardStretches(
			log,
			{ startMs, endMs, mayBeEmpty },
			{ atStart: startMs === fromMs ? atStart : undefined, behindEnd },
		);
		for (;;) {
			const outcome = await toOutcome(stretches.next());
			if (mayRelearn && isOtherOrder(outcome) && log.forgetOrder()) break;
			const { done, value } = valueOrThrow(outcome);
			if (done === true) return;
			yield value;
			startMs = Math.max(startMs, value.readToMs);
		}
		mayRelearn = false;
	}
}

function isOtherOrder(outcome: Outcome<unknown>): boolean {
	if ('value' in outcome) return false;
	const { kind }: EventLogFailure = outcome.failure;
	return kind === 'otherOrder' || kind === 'contradictoryAnswer';
}

async function* forwardStretches<Event extends TimedEvent>(
	log: ServedLog<Event>,
	{ mayBeEmpty, ...range }: TimeRange & Pick<ForwardRange, 'mayBeEmpty'>,
	{ atStart, behindEnd }: RangeEnds<Event>,
): AsyncGenerator<Stretch<Event>, void> {
	const order = 'ASC';
	const window = windowOf(range, order);
	// A log that has dropped the first of them shows others.
	const overlapAtStart = atStart && { position: atStart.atMs, has: atStart.has };
	if (log.isOrderUnknown) {
		// A few events are all that there are, in whatever order they come.
		const page = await log.fetch(order, window, { mayBeEmpty });
		const isJoined = overlapAtStart === undefined || page.events.some(overlapAtStart.has);
		if (page.isLast && isJoined) {
			const events = [...page.events].sort((one, other) => one.createdAtMs - other.createdAtMs);
			const newest = events[events.length - 1];
			if (newest !== undefined) yield { events, readToMs: newest.createdAtMs };
			return;
		}
	}
	if (await log.serves(order)) {
		const pages = walkInOrder(log, {
			...{ order, window, overlapAtStart, endProof: 'shortPage', mayBeEmpty },
			...(behindEnd && { overlapAtEnd: toOverlap(behindEnd), lookaheadTo: behindEnd.atMs }),
		});
		for await (const { events, reached } of pages) yield { events, readToMs: reached };
		return;
	}
	const overlap = atStart && toOverlap(atStart);
	const nextWindowKey = range.endMs === undefined ? 'nextWindow' : 'nextLateWindow';
	const windows = readAgainstOrder(log, order, window, {
		overlap,
		endProof: 'shortPage',
		nextWindowKey,
	});
	for await (const { events, span } of windows) yield { events, readToMs: span.to };
}

function toOverlap<Event extends TimedEvent>({ atMs, has }: TimedOverlap<Event>) {
	const isSeen = (event: Event) => event.createdAtMs === atMs && has(event);
	return { position: atMs, has: isSeen };
}

/** Reads the log newest first, page by page, for somebody who stops where enough is read. @throws EventLogFailure */
export async function* readBackward<Event extends TimedEvent>(
	log: ServedLog<Event>,
	range: TimeRange = {},
): AsyncGenerator<readonly Event[], void> {
	for await (const { events } of readSequentially(log, range, 'DESC', { endProof: 'shortPage' }))
		yield events;
}

export interface RangeOptions {
	readonly maxParallelWindows: number;
	/** Says how many more events are wanted; all unless given. */
	readonly wanted?: () => number;
}

/**
 * Reads a range as it is when it is read, in the order wanted, page by page; in windows that are read at the same
 * time where that is allowed and all is wanted.
 *
 * @throws EventLogFailure where something is missing
 */
export async function* readRange<Event extends TimedEvent>(
	log: ServedLog<Event>,
	range: TimeRange,
	order: Order,
	{ maxParallelWindows, wanted }: RangeOptions,
): AsyncGenerator<readonly Event[], void> {
	const isParallel = maxParallelWindows > 1 && wanted === undefined && (await log.serves(order));
	const pages = isParallel
		? readInParallel(log, range, order, maxParallelWindows)
		: readSequentially(log, range, order, { wanted, endProof: 'pageBehind' });
	for await (const { events } of pages) yield events;
}

interface SequentialOptions {
	readonly wanted?: () => number;
	readonly endProof: EndProof;
}

async function* readSequentially<Event extends TimedEvent>(
	log: ServedLog<Event>,
	range: TimeRange,
	order: Order,
	{ wanted, endProof }: SequentialOptions,
): AsyncGenerator<{ readonly events: readonly Event[] }, void> {
	const window = windowOf(range, order);
	const limit = order === 'DESC' ? wanted?.() : undefined;
	if (await log.serves(order, limit)) {
		yield* walkInOrder(log, { order, window, endProof, wanted });
		return;
	}
	yield* readAgainstOrder(log, order, window, { endProof });
}
