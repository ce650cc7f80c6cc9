/** Of text of the service within a sentence. */
export const MAX_LETTERS = 80;

/** What opens markup, an entity or a link, and what ends a quotation, with what looks alike and does not. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
	'<': '‹',
	'>': '›',
	'[': '(',
	']': ')',
	'`': "'",
	'“': '"',
	'”': '"',
	'&': '＆',
};

/** Most text is as plain as that, and this runs for every event. */
const PLAIN = /^[\w .,:;@/'"()!?#%*+={|}~^$-]*$/;

/**
 * Text of the service, or of a filter, as it may stand in a sentence for people or a language model:
 * short, on one line, with nothing that is not seen and no markup. n8n shows notes as HTML.
 *
 * @param maxLetters more are cut off, and an ellipsis says so
 */
export function plainText(text: string, maxLetters = MAX_LETTERS): string {
	if (text.length <= maxLetters && PLAIN.test(text) && !text.includes('  ')) return text;
	const line = text
		.replace(/[\p{C}\p{Z}]+/gu, ' ')
		.replace(/[<>[\]`“”]|&(?=#|\w+;)/g, (sign) => LOOK_ALIKES[sign] ?? '');
	const letters = [...line.slice(0, 2 * maxLetters + 2)];
	return letters.length > maxLetters ? `${letters.slice(0, maxLetters).join('')}…` : line;
}

/** The same within quotation marks. */
export function quoted(text: string): string {
	return `“${plainText(text)}”`;
}
