/** A sentence shows no more characters of a text of the service than this, unless it says otherwise. */
export const MAX_PLAIN_TEXT_LENGTH = 80;

/** These signs open markup, an entity or a link, or end a quotation; each has a similar sign that doesn't. */
const MARKUP = '<>[]`“”&';
const REPLACEMENTS = `‹›()'""＆`;

/** Most text is like this, and its characters need not be checked one by one. */
const PLAIN_TEXT = /^[\w .,:;@/'"()!?#%*+={|}~^$-]*$/;

/**
 * Makes text of the service, or of a filter, fit for a sentence for people or a language model: short, on one line,
 * without invisible characters, and without markup, because n8n shows notes as HTML. An ellipsis says that it was cut.
 */
export function toPlainText(text: string, maxLength = MAX_PLAIN_TEXT_LENGTH): string {
	if (text.length <= maxLength && PLAIN_TEXT.test(text) && !text.includes('  ')) return text;
	const line = text
		.replace(/[\p{C}\p{Z}]+/gu, ' ')
		.replace(/[<>[\]`“”]|&(?=#|\w+;)/g, (sign) => REPLACEMENTS.charAt(MARKUP.indexOf(sign)));
	const characters = [...line.slice(0, 2 * maxLength + 2)];
	return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : line;
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
