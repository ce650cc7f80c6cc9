import { createHash } from 'node:crypto';

/** What everybody asks for who does not choose by itself. */
export const PAGE_SIZE = 1_000;

/** Where to read from. */
export interface Endpoint {
	readonly baseUrl: string;
	readonly apiKey: string;
}

/** How many ids there are and a hash over all of them in their order: the same only for the same. */
export interface IdDigest {
	readonly events: number;
	readonly ids: string;
}

/** How to ask for the newest events of a log, and what a complete reading must come to. */
export interface LogPart extends Endpoint {
	/** Every event of the part is later and every other one is not. Epoch milliseconds. */
	readonly afterMs: number;
	/** Every event is earlier. Epoch milliseconds. */
	readonly beforeMs: number;
	readonly expected: IdDigest;
}

/** Reading a part of the log. */
export interface ReadTask extends LogPart {
	/** How many, where polls are what is timed; 1 unless given. */
	readonly polls?: number;
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
export function assertComplete(who: string, read: IdDigest, { expected }: LogPart): void {
	if (read.ids === expected.ids && read.events === expected.events) return;
	throw new Error(`${who}: ${read.events} events of ${expected.events}, or not in order`);
}
