import type { Order } from '../api/page';
import { EARLIEST_PLAUSIBLE_MS } from '../api/parseResponse';
import type { TimedEvent } from '../events/event';
import type { WalkOptions } from './orderedWalk';
import { type Window, oppositeOf } from './positions';
import type { ServiceLog } from './serviceLog';
import { createReversedReader, createUnorderedReader } from './windowReaders';
import { type WindowPlanState, type WindowResult, EVENTS_PER_WINDOW, readWindows } from './windows';

/** A window has to fit into a page if no order is served, and the density is only an estimate. */
const SHARE_OF_PAGE = 0.6;

/** After a quota has ended a read, a window may hold this share of what came, or half a page less, whichever is less. */
const SHARE_OF_READ = 0.75;

interface AgainstOrderOptions extends Pick<WalkOptions<TimedEvent>, 'seenTo' | 'endProof'> {
	/** The plan of the next read is kept in this field of the profile. */
	readonly nextWindowKey?: 'nextWindow' | 'nextWindowToWatermark';
}

/** Reads a range in an order that the service does not serve, window by window. @throws EventLogFailure */
export async function* readAgainstOrder<Event extends TimedEvent>(
	log: ServiceLog<Event>,
	order: Order,
	window: Window,
	{ seenTo, endProof, nextWindowKey }: AgainstOrderOptions,
): AsyncGenerator<WindowResult<Event>, void> {
	const isReversed = await log.isServed(oppositeOf(order));
	const targetCountOf = (readCount = Infinity) =>
		Math.min(
			isReversed ? EVENTS_PER_WINDOW : SHARE_OF_PAGE * log.fullPageLength,
			Math.max(1, Math.min(SHARE_OF_READ * readCount, readCount - log.fullPageLength / 2)),
		);
	const estimateEnd = () => (order === 'ASC' ? log.newestExpectedMs : -EARLIEST_PLAUSIBLE_MS);
	const reader = isReversed
		? createReversedReader(log, order, targetCountOf, { seenTo, endProof })
		: createUnorderedReader(log, order);
	const plan = nextWindowKey && {
		...log.profile[nextWindowKey],
		rememberNext: (next: WindowPlanState) => log.learn({ [nextWindowKey]: next }),
	};
	yield* readWindows({ ...{ range: window, targetCountOf, estimateEnd }, ...plan }, reader);
}
