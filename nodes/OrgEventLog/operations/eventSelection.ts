import type { LoggedEvent } from '../api/event';
import type { EventFilters } from '../api/eventFilters';

/** Whether an event passes. */
export type EventCheck = (event: LoggedEvent) => boolean;

/** Which of the events that were read are handed over. */
export interface EventSelection {
	/** Every event passes where there is none. */
	readonly passes?: EventCheck;
	/** How many at the start are left out. */
	readonly skip?: number;
	/** How many are handed over at most. */
	readonly limit?: number;
}

/** Hands over the selected events, and reads no further than it must. */
export async function* selectEvents(
	batches: AsyncIterable<readonly LoggedEvent[]>,
	{ passes, skip = 0, limit = Infinity }: EventSelection,
): AsyncGenerator<readonly LoggedEvent[]> {
	let toSkip = skip;
	let wanted = limit;
	if (wanted <= 0) return;
	for await (const batch of batches) {
		const passing = passes === undefined ? batch : batch.filter(passes);
		const selected = passing.slice(toSkip, toSkip + wanted);
		toSkip = Math.max(0, toSkip - passing.length);
		wanted -= selected.length;
		if (selected.length > 0) yield selected;
		if (wanted <= 0) return;
	}
}

/**
 * Checks what the specification leaves unsaid: whether times of nanoseconds include themselves, and
 * what a subtype does without a type. All else is the service's own filtering.
 */
export function createFilterCheck(filters: EventFilters): EventCheck | undefined {
	const { startTimeNs, endTimeNs } = filters;
	const isLoneSubType = hasLoneSubType(filters);
	if (startTimeNs === undefined && endTimeNs === undefined && !isLoneSubType) return undefined;
	return (event) => {
		const { earliestNs, latestNs } = creationOf(event);
		if (startTimeNs !== undefined && latestNs <= startTimeNs) return false;
		if (endTimeNs !== undefined && earliestNs >= endTimeNs) return false;
		return !isLoneSubType || isOfSubType(event, filters.subType);
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
	const isExact = typeof given === 'number' ? Number.isSafeInteger(given) : isDigits(given);
	if (isExact) return { earliestNs: BigInt(String(given)), latestNs: BigInt(String(given)) };
	const startOfMs = BigInt(createdAtMs) * NS_PER_MS;
	return { earliestNs: startOfMs, latestNs: startOfMs + NS_PER_MS - 1n };
}

function isDigits(value: unknown): boolean {
	return typeof value === 'string' && /^\d+$/.test(value);
}
