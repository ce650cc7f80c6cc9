/** Gives "12,000". */
export function toDigits(count: number): string {
	return count.toLocaleString('en-US');
}

/** Gives "1 refusal", "12,000 refusals". */
export function pluralize(count: number, noun: string): string {
	return `${toDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
}
