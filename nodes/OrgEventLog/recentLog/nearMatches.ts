import type { ValueCount } from './summary';

/** How many values that come near are named at most. */
const MAX_NEAR = 3;
/** Fewer letters in common at the beginning say nothing. */
const MIN_COMMON_START = 3;

/**
 * The values that somebody may have meant by `wanted`, nearest first: those that are the same but for
 * letter case and signs, then those with one in the other, then those that begin alike. Among equally
 * near ones their own order stays.
 */
export function nearMatches(wanted: string, values: readonly ValueCount[]): readonly ValueCount[] {
	const bareWanted = bare(wanted);
	return values
		.filter(({ value }) => value !== wanted)
		.map((value) => ({ value, distance: distanceOf(bareWanted, bare(value.value)) }))
		.filter(({ distance }) => distance < Infinity)
		.sort((one, other) => one.distance - other.distance)
		.slice(0, MAX_NEAR)
		.map(({ value }) => value);
}

function bare(text: string): string {
	const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
	return letters === '' ? text : letters;
}

function distanceOf(wanted: string, value: string): number {
	if (wanted === value) return 0;
	const shorter = Math.min(wanted.length, value.length);
	if (shorter < MIN_COMMON_START) return Infinity;
	if (wanted.includes(value) || value.includes(wanted)) return 1;
	const start = commonStart(wanted, value);
	return start >= MIN_COMMON_START && start * 2 >= shorter ? 2 : Infinity;
}

function commonStart(one: string, other: string): number {
	let length = 0;
	while (length < one.length && one[length] === other[length]) length++;
	return length;
}
