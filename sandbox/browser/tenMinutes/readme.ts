const BEGIN = '<!-- ten-minutes:begin -->';
const END = '<!-- ten-minutes:end -->';

/** A page with new text between its two markers. @throws Error when it has no such markers */
export function withTenMinutes(page: string, text: string): string {
	const begin = page.indexOf(BEGIN);
	const end = page.indexOf(END);
	if (begin < 0 || end < begin) throw new Error(`README.md has no ${BEGIN} … ${END}`);
	return `${page.slice(0, begin + BEGIN.length)}\n${text.trim()}\n${page.slice(end)}`;
}
