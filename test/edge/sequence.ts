import type { ServedEvent } from './service';

/** Events in their order, but for that of one instant. */
export interface Sequence {
	readonly events: readonly ServedEvent[];
	/** What need not have come: it appeared while the log was read. */
	readonly mayLack: (event: ServedEvent) => boolean;
	readonly skip: number;
	readonly limit: number;
}

/**
 * Holds what came against it.
 *
 * @param takeNext which of these events comes next; undefined for none of them
 * @returns what is wrong
 */
export function follow(
	{ events, mayLack, skip, limit }: Sequence,
	takeNext: (candidates: ReadonlySet<ServedEvent>) => ServedEvent | undefined,
): string | undefined {
	let toSkip = skip;
	let left = limit;
	for (const instant of instantsOf(events)) {
		const skipped = Math.min(toSkip, instant.size);
		toSkip -= skipped;
		for (let most = Math.min(left, instant.size - skipped); most > 0; most--) {
			const next = takeNext(instant);
			if (next === undefined) break;
			instant.delete(next);
			left -= 1;
		}
		const missing = [...instant].filter((event) => !mayLack(event));
		if (left > 0 && missing.length > skipped) {
			return `missing ${missing.length - skipped} of ${missing.map(({ id }) => id).join(', ')}`;
		}
	}
	return undefined;
}

function instantsOf(events: readonly ServedEvent[]): Array<Set<ServedEvent>> {
	const instants: Array<Set<ServedEvent>> = [];
	let lastMs = NaN;
	for (const event of events) {
		if (event.createdAtMs === lastMs) instants[instants.length - 1]?.add(event);
		else instants.push(new Set([event]));
		lastMs = event.createdAtMs;
	}
	return instants;
}
