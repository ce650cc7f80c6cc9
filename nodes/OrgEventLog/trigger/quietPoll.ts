import type { FetchPage, LogSource, PageRequest, TimedEvent } from '../api/page';
import type { Cursor } from './cursor';

/** Of so many quiet polls in a row one reads the window to its end, as if no look had been taken. */
export const QUIET_POLLS_RELIED_ON = 60;
/** What a service can be asked for without doubt. */
const YEAR_9999_MS = Date.UTC(9999, 0, 1);

/** What a poll asks first, which is all that it asks where nothing is new. */
export interface FirstLook<Event extends TimedEvent> {
	/** Whether it alone shows that nothing is new. */
	readonly isNothingNew: boolean;
	/** The source's; what was read already it gives without another request. */
	readonly fetchPage: FetchPage<Event>;
}

export interface LookSettings {
	/** Shorter pages were not cut so far. */
	readonly pageCap: number;
	/** How many polls before this one, in a row, found nothing new. */
	readonly quietPolls: number;
}

/**
 * One look at the log. A page of the window shows what is new and what is late, but a service whose
 * pages have become shorter may cut it just where the known events end, again and again. So every
 * second quiet poll in a row asks for one event behind the last that is known, or ahead of the first,
 * instead: an answer without any is not a matter of lengths. Beside the very instants of these nothing
 * is seen so, hence one poll in sixty relies on no look.
 *
 * @throws what the source throws
 */
export async function lookForNews<Event extends TimedEvent>(
	source: LogSource<Event>,
	cursor: Cursor,
	{ pageCap, quietPolls }: LookSettings,
): Promise<FirstLook<Event>> {
	if (quietPolls % QUIET_POLLS_RELIED_ON === QUIET_POLLS_RELIED_ON - 1) {
		return { ...(await lookAtWindow(source, cursor, pageCap)), isNothingNew: false };
	}
	const looks = [undefined, behindLast(cursor), undefined, aheadOfFirst(cursor)];
	const beside = looks[quietPolls % looks.length];
	if (beside === undefined) return await lookAtWindow(source, cursor, pageCap);
	const { fetchPage } = source;
	const { events } = await fetchPage({ order: 'ASC', ...beside, skip: 0, limit: 1 });
	return { isNothingNew: events.length === 0, fetchPage };
}

type Bounds = Pick<PageRequest, 'afterMs' | 'beforeMs'>;

/** Without the instant next to it: whether bounds are inclusive is not known. */
function behindLast({ consumed }: Cursor): Bounds | undefined {
	const lastMs = consumed.newestMs();
	return consumed.isEmpty() || lastMs > YEAR_9999_MS ? undefined : { afterMs: lastMs + 1 };
}

function aheadOfFirst({ floorMs, consumed }: Cursor): Bounds | undefined {
	const beforeMs = consumed.oldestMs() - 1;
	if (consumed.isEmpty() || beforeMs > YEAR_9999_MS || beforeMs <= floorMs) return undefined;
	return { ...fromFloor(floorMs), beforeMs };
}

function fromFloor(floorMs: number): Bounds {
	return floorMs > 0 ? { afterMs: floorMs - 1 } : {};
}

async function lookAtWindow<Event extends TimedEvent>(
	{ fetchPage, pageSize }: LogSource<Event>,
	cursor: Cursor,
	pageCap: number,
): Promise<FirstLook<Event>> {
	const { floorMs } = cursor;
	const first: PageRequest = { order: 'ASC', ...fromFloor(floorMs), skip: 0, limit: pageSize };
	const page = await fetchPage(first);
	let isHandedOver = false;
	return {
		isNothingNew: isAllKnown(page.events, cursor, Math.min(pageCap, pageSize)),
		fetchPage: async (request) => {
			if (isHandedOver || !isSameRequest(request, first)) return await fetchPage(request);
			isHandedOver = true;
			return page;
		},
	};
}

function isSameRequest(one: PageRequest, other: PageRequest): boolean {
	return (
		one.order === other.order &&
		one.afterMs === other.afterMs &&
		one.beforeMs === other.beforeMs &&
		one.skip === other.skip &&
		one.limit === other.limit
	);
}

/**
 * Whether this page alone shows that nothing is new. It must be shorter than where pages are known
 * to be cut, and hold what was consumed last and what was consumed first, if anything was.
 */
function isAllKnown(
	events: readonly TimedEvent[],
	{ floorMs, consumed }: Cursor,
	pageCap: number,
): boolean {
	if (consumed.isEmpty()) return events.length === 0;
	if (events.length >= pageCap) return false;
	return consumed.isSpannedBy(events.filter(({ createdAtMs }) => createdAtMs >= floorMs));
}
