/** Gives "12,000". */
export function inDigits(count: number): string {
	return count.toLocaleString('en-US');
}

/** Gives "1 refusal", "12,000 refusals". */
export function counted(count: number, noun: string): string {
	return `${inDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
}
