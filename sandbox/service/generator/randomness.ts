// Jest makes every look at a global slow, and these are looked at many times for each event.
const { floor, imul } = Math;

/** A 32-bit hash of three integers: the same three always give the same number. */
export function mixed(seed: number, index: number, salt: number): number {
	let hash = imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ imul(index + 1, 0xc2b2ae35);
	hash = imul(hash ^ (hash >>> 16) ^ imul(salt + 1, 0x27d4eb2f), 0x85ebca6b);
	hash = imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}

/** A share in [0, 1) that depends on the three integers alone. */
export function share(seed: number, index: number, salt: number): number {
	return mixed(seed, index, salt) / 0x1_0000_0000;
}

/** The member of a list that a share falls on. @throws RangeError for an empty list */
export function pick<T>(list: readonly T[], shareOfList: number): T {
	const member = list[floor(shareOfList * list.length)];
	if (member === undefined) throw new RangeError('Nothing to pick from');
	return member;
}

/** A run of shares from one seed, each different from the last. */
export function shareSequence(seed: number): () => number {
	let index = 0;
	return () => share(seed, index++, 0);
}
