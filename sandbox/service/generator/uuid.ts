import { mixed } from './randomness';

const { imul } = Math;

const HEX = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'));

function hex(value: number): string {
	return HEX[value & 0xffff] ?? '';
}

/** A bijection of 32-bit integers: different indices never meet. */
function scrambled(index: number, key: number): number {
	let value = imul(index ^ key, 0x9e3779b1);
	value = imul(value ^ (value >>> 15), 0x85ebca6b);
	return (value ^ (value >>> 13)) >>> 0;
}

/** The UUID-like identifier of an index; unique among those of one seed and salt. */
export function uuidFrom(seed: number, index: number, salt: number): string {
	const head = scrambled(index, mixed(seed, 0, salt));
	const middle = mixed(seed, index, salt + 1);
	const tail = mixed(seed, index, salt + 2);
	const clock = (mixed(seed, index, salt + 3) & 0x3fff) | 0x8000;
	return (
		`${hex(head >>> 16)}${hex(head)}-${hex(middle >>> 16)}-${hex((middle & 0x0fff) | 0x4000)}` +
		`-${hex(clock)}-${hex(tail >>> 16)}${hex(tail)}${hex(middle ^ clock)}`
	);
}
