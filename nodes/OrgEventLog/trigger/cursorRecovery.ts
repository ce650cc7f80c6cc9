import type { ClockRemark } from './clockRemarks';
import { type Cursor, MAX_FUTURE_EVENTS } from './cursor';
import type { PollClock } from './pollClock';
import type { Present } from './present';

/** How far a cursor goes back at least that can't be right: as far as polls may be apart. */
const MIN_STEP_BACK_MS = 60 * 60 * 1000;

/** Where a poll goes on. */
export interface Place {
	readonly cursor: Cursor;
	readonly remarks: readonly ClockRemark[];
}

/**
 * The stored cursor, or one that is brought back from a future which it can't have come to by
 * reading: a wrong clock has put it there, or somebody's hand. Only a start that a user chose may
 * lie there. To be asked once the first page has arrived.
 */
export async function placeToGoOn(
	stored: Cursor,
	clock: PollClock,
	lateEventWindowMs: number,
): Promise<Place> {
	const reachedMs = Math.max(stored.watermarkMs, stored.floorMs);
	if (reachedMs <= clock.earliestMs()) return { cursor: stored, remarks: [] };
	const present = await clock.present();
	if (reachedMs <= present.latestMs) return { cursor: stored, remarks: [] };
	if (isAtItsStart(stored)) {
		return { cursor: stored, remarks: [{ kind: 'startIsToCome', startMs: stored.floorMs }] };
	}
	const cursor = broughtBack(stored, present, lateEventWindowMs);
	const [fromMs, toMs] = [stored.floorMs, cursor.floorMs];
	return {
		cursor,
		remarks: toMs < fromMs ? [{ kind: 'positionTakenBack', fromMs, toMs }] : [],
	};
}

/** Whether the cursor is still as it was made for a start. */
function isAtItsStart({ watermarkMs, floorMs, consumed }: Cursor): boolean {
	return watermarkMs === floorMs && consumed.countAt(watermarkMs) === 0;
}

/** To where nothing of the present is lost, with no more of the future than a cursor may hold. */
function broughtBack(
	{ watermarkMs, floorMs, consumed }: Cursor,
	{ presentMs, latestMs }: Present,
	lateEventWindowMs: number,
): Cursor {
	const startMs = presentMs - Math.max(lateEventWindowMs, MIN_STEP_BACK_MS);
	return {
		watermarkMs: Math.min(watermarkMs, presentMs),
		floorMs: floorMs > latestMs ? startMs : floorMs,
		consumed: consumed.withAtMostAfter(presentMs, MAX_FUTURE_EVENTS),
	};
}
