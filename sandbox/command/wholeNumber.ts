/** The value of an option. @throws TypeError naming the option */
export function parseWholeNumber(text: string, option: string): number {
	const value = Number(text);
	if (text.trim() !== '' && Number.isInteger(value) && value >= 0) return value;
	throw new TypeError(`--${option} takes a whole number, not "${text}"`);
}
