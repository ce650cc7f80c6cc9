import type { Matcher } from './eventFilters';
import type { EventLog } from './eventLog';
import type { Order, TieArranger } from './tieOrder';
import type { Positions } from './timeBounds';

/** Which events of a log are wanted, and how they follow each other. */
interface Selection {
	readonly log: EventLog;
	readonly within: Positions;
	/** `undefined`: every event within passes, and a deep skip costs nothing. */
	readonly matches: Matcher | undefined;
	readonly order: Order;
	readonly arrangeTies: TieArranger;
	readonly skip: number;
	readonly limit: number;
}

function tieEnd(log: EventLog, start: number): number {
	const timeMs = log.timeAt(start);
	return log.timeAt(start + 1) === timeMs ? log.firstAfter(timeMs) : start + 1;
}

function tieStart(log: EventLog, last: number): number {
	const timeMs = log.timeAt(last);
	return log.timeAt(last - 1) === timeMs ? log.firstAtOrAfter(timeMs) : last;
}

/** Runs of equal timestamps from the one that holds the event at rank `skipped` onwards. */
function* runsFrom(selection: Selection, skipped: number): Generator<Positions> {
	const { log, within, order } = selection;
	if (skipped >= within.to - within.from) return;
	if (order === 'ASC') {
		let from = tieStart(log, within.from + skipped);
		for (; from < within.to; from = tieEnd(log, from)) yield { from, to: tieEnd(log, from) };
		return;
	}
	let to = tieEnd(log, within.to - 1 - skipped);
	for (; to > within.from; to = tieStart(log, to - 1)) yield { from: tieStart(log, to - 1), to };
}

/** Positions of one page, in its order: bounds lie between runs, so a run is in or out as a whole. */
export function selectPage(selection: Selection): number[] {
	const { within, matches, order, skip, limit } = selection;
	const page: number[] = [];
	if (limit === 0) return page;
	// Without a filter each position is a rank, so the runs before the skip need no visit.
	const jumped = matches ? 0 : skip;
	let passed = -1;
	for (const run of runsFrom(selection, jumped)) {
		if (passed < 0) passed = matches ? 0 : rankOf(run, within, order);
		for (const position of selection.arrangeTies(run.from, run.to)) {
			if (matches && !matches(position)) continue;
			if (passed++ < skip) continue;
			page.push(position);
			if (page.length === limit) return page;
		}
	}
	return page;
}

function rankOf(run: Positions, within: Positions, order: Order): number {
	return order === 'ASC' ? run.from - within.from : within.to - run.to;
}

/** How many events within the bounds match. */
export function countMatching(within: Positions, matches: Matcher | undefined): number {
	if (!matches) return Math.max(0, within.to - within.from);
	let count = 0;
	for (let position = within.from; position < within.to; position++) {
		if (matches(position)) count++;
	}
	return count;
}
