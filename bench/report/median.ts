/** The middle one of some numbers, the mean of the middle two where there is none; NaN of none. */
export function median(numbers: readonly number[]): number {
	const sorted = [...numbers].sort((one, other) => one - other);
	const middle = sorted.length / 2;
	const [below = NaN, above = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
	return (below + above) / 2;
}
