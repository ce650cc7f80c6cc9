import type { ServedEvent } from './servedEvent';
import { instantsOf } from './servedLog';

/** Events in their order, but for that of one instant. */
export interface Sequence {
	readonly events: readonly ServedEvent[];
	/** It need not have come: it appeared, or was dropped, while the log was read. */
	readonly mayLack: (event: ServedEvent) => boolean;
	readonly skip: number;
	readonly limit: number;
}

/**
 * Holds the texts that came, in their order, against the events that had to.
 *
 * @param render the text that an event becomes
 * @returns the events that came in their order, or the fault
 */
export function follow(
	came: readonly string[],
	{ events, mayLack, skip, limit }: Sequence,
	render: (event: ServedEvent) => string,
): readonly ServedEvent[] | string {
	const found: ServedEvent[] = [];
	let toSkip = skip;
	for (const instant of instantsOf(events)) {
		const left = new Set(instant);
		const skipped = Math.min(toSkip, left.size);
		toSkip -= skipped;
		for (let most = Math.min(limit - found.length, left.size - skipped); most > 0; most--) {
			const next = [...left].find((event) => render(event) === came[found.length]);
			if (next === undefined) break;
			left.delete(next);
			found.push(next);
		}
		const missing = [...left].filter((event) => !mayLack(event));
		if (found.length < limit && missing.length > skipped) {
			const ids = missing.map(({ id, createdAtMs }) => `${id} (${createdAtMs})`).slice(0, 5);
			return `${missing.length - skipped} missing of ${ids.join()} at place ${found.length}; there is ${came[found.length]}, expected ${missing[0] && render(missing[0])}`;
		}
	}
	const extra = came[found.length];
	return extra === undefined
		? found
		: `place ${found.length} of ${came.length} is too much: ${extra}`;
}
