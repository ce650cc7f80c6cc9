import { createHash } from 'node:crypto';

/** How many ids there are and a hash over all of them in their order: the same only for the same. */
export interface IdDigest {
	readonly events: number;
	readonly ids: string;
}

export function digestOf(ids: Iterable<string>): IdDigest {
	const hash = createHash('sha256');
	let events = 0;
	for (const id of ids) {
		hash.update(`${id}\n`);
		events++;
	}
	return { events, ids: hash.digest('hex') };
}

/** @throws Error for what is no event */
export function idOf(event: unknown): string {
	if (typeof event === 'object' && event !== null && 'id' in event) return String(event.id);
	throw new Error('An event without an id');
}

/** @throws Error naming who has not read exactly what the log holds, in its order */
export function assertComplete(who: string, read: IdDigest, expected: IdDigest): void {
	if (read.ids === expected.ids && read.events === expected.events) return;
	throw new Error(
		`${who} is not complete: ${read.events} events of ${expected.events}, or not in order`,
	);
}
