/** A sentence has no more of a text of the service than this. */
export const MAX_LETTERS = 80;

/** These signs open markup, an entity or a link, or end a quotation; their look-alikes don't. */
const SIGNS = '<>[]`“”&';
const LOOK_ALIKES = `‹›()'""＆`;

/** Most text is like this, and needs no look at each of its characters. */
const PLAIN = /^[\w .,:;@/'"()!?#%*+={|}~^$-]*$/;

/**
 * Makes text of the service, or of a filter, fit for a sentence for people or a language model: short, on one line,
 * with nothing that is not seen and no markup, because n8n shows notes as HTML. An ellipsis says that it was cut.
 */
export function toPlainText(text: string, maxLetters = MAX_LETTERS): string {
	if (text.length <= maxLetters && PLAIN.test(text) && !text.includes('  ')) return text;
	const line = text
		.replace(/[\p{C}\p{Z}]+/gu, ' ')
		.replace(/[<>[\]`“”]|&(?=#|\w+;)/g, (sign) => LOOK_ALIKES.charAt(SIGNS.indexOf(sign)));
	const letters = [...line.slice(0, 2 * maxLetters + 2)];
	return letters.length > maxLetters ? `${letters.slice(0, maxLetters).join('')}…` : line;
}

export function quote(text: string): string {
	return `“${toPlainText(text)}”`;
}

/** Separates thousands, as in "12,000". */
export function formatCount(count: number): string {
	return count.toLocaleString('en-US');
}

/** Counts nouns whose plural ends in s: "1 refusal", "12,000 refusals". */
export function pluralize(count: number, noun: string): string {
	return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
