import type { LoggedEvent } from '../api/event';
import type { EventFilters } from '../api/eventFilters';

/** Which of the events that were read are handed over. */
export interface EventSelection {
	readonly passes?: (event: LoggedEvent) => boolean;
	/** How many at the start are left out. */
	readonly skip?: number;
	/** How many are handed over at most. */
	readonly limit?: number;
}

/** Hands over the selected events, and reads no further than it must. */
export async function* selectEvents(
	batches: AsyncIterable<readonly LoggedEvent[]>,
	{ passes = () => true, skip = 0, limit = Infinity }: EventSelection,
): AsyncGenerator<readonly LoggedEvent[]> {
	let toSkip = skip;
	let wanted = limit;
	if (wanted <= 0) return;
	for await (const batch of batches) {
		const passing = batch.filter(passes);
		const selected = passing.slice(toSkip, toSkip + wanted);
		toSkip = Math.max(0, toSkip - passing.length);
		wanted -= selected.length;
		if (selected.length > 0) yield selected;
		if (wanted <= 0) return;
	}
}

/**
 * Whether an event passes what the specification leaves unsaid: whether times of nanoseconds include
 * themselves, and what a subtype does without a type. All else is the service's own filtering.
 */
export function createFilterCheck(filters: EventFilters): (event: LoggedEvent) => boolean {
	const { startTimeNs, endTimeNs } = filters;
	return (event) => {
		const { earliestNs, latestNs } = creationOf(event);
		if (startTimeNs !== undefined && latestNs <= startTimeNs) return false;
		if (endTimeNs !== undefined && earliestNs >= endTimeNs) return false;
		return !hasLoneSubType(filters) || isOfSubType(event, filters.subType);
	};
}

/** Whether there is a subtype without the type that makes it "meaningful" (specification 4.1). */
export function hasLoneSubType({ type, subType }: EventFilters): boolean {
	return subType !== undefined && type === undefined;
}

function isOfSubType({ fields }: LoggedEvent, subType = ''): boolean {
	const { sub_type: actual } = fields;
	return typeof actual !== 'string' || actual.toLowerCase() === subType.toLowerCase();
}

const NS_PER_MS = 1_000_000n;

/** Exact where the event has `created_at_ns`, otherwise the millisecond it lies in. */
function creationOf({ fields, createdAtMs }: LoggedEvent): {
	earliestNs: bigint;
	latestNs: bigint;
} {
	const { created_at_ns: given } = fields;
	if (typeof given === 'string' && /^\d+$/.test(given)) {
		return { earliestNs: BigInt(given), latestNs: BigInt(given) };
	}
	const startOfMs = BigInt(createdAtMs) * NS_PER_MS;
	return { earliestNs: startOfMs, latestNs: startOfMs + NS_PER_MS - 1n };
}
