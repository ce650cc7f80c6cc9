import { numberOf, textOf, type Values } from '../values';

/** @throws Error naming who has not read exactly what the log holds, in its order */
export function assertComplete(who: string, read: Values, expected: Values): void {
	if (textOf(read, 'ids') === textOf(expected, 'ids')) return;
	const [got, wanted] = [numberOf(read, 'events'), numberOf(expected, 'events')];
	throw new Error(`${who} is not complete: ${got} events came of ${wanted}, or not in order`);
}
