/** Gives "12,000". */
export function formatCount(count: number): string {
	return count.toLocaleString('en-US');
}

/** Gives "1 refusal", "12,000 refusals". */
export function pluralize(count: number, noun: string): string {
	return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
