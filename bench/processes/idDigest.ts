import { createHash } from 'node:crypto';
import type { Values } from '../values';

/** How many ids there are and a hash over all of them in their order: the same only for the same. */
export function digestOf(ids: Iterable<string>): Values {
	const hash = createHash('sha256');
	let events = 0;
	for (const id of ids) {
		hash.update(`${id}\n`);
		events++;
	}
	return { events, ids: hash.digest('hex') };
}
