import type { ServiceBehaviour } from './behaviour';
import { mixed } from './generator/randomness';

export type Order = 'ASC' | 'DESC';

/** Positions `start` ≤ p < `end` with one time, in the order in which they are shown. */
export type TieArranger = (start: number, end: number) => Iterable<number>;

function* upwards(start: number, end: number): Generator<number> {
	for (let position = start; position < end; position++) yield position;
}

function* downwards(start: number, end: number): Generator<number> {
	for (let position = end - 1; position >= start; position--) yield position;
}

function shuffled(start: number, end: number, seed: number): number[] {
	const positions = [...upwards(start, end)];
	for (let left = positions.length - 1; left > 0; left--) {
		const pick = mixed(seed, left, start) % (left + 1);
		const [one, other] = [positions[left] ?? 0, positions[pick] ?? 0];
		positions[left] = other;
		positions[pick] = one;
	}
	return positions;
}

/** How one request sees equal timestamps; `requestNumber` makes shuffling differ between requests. */
export function tieArranger(
	tieOrder: ServiceBehaviour['tieOrder'],
	order: Order,
	requestNumber: number,
): TieArranger {
	switch (tieOrder) {
		case 'insertion':
			return upwards;
		case 'mirrored':
			return order === 'ASC' ? upwards : downwards;
		case 'shuffled':
			return (start, end) => shuffled(start, end, requestNumber);
	}
}
