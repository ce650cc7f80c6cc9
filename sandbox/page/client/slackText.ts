/** A part of a message in Slack's notation. */
export type SlackPart =
	| { readonly kind: 'text' | 'bold' | 'italic' | 'code'; readonly text: string }
	| { readonly kind: 'link'; readonly text: string; readonly url: string };

const BOLD = /(?<![\w*])\*(?<bold>[^*\n]+)\*(?![\w*])/;
const ITALIC = /(?<!\w)_(?<italic>[^_\n]+)_(?!\w)/;
const CODE = /`(?<code>[^`\n]+)`/;
/** Web addresses only: what is sent may hold any text. */
const LINK = /<(?<url>https?:\/\/[^|>\s]+)(?:\|(?<label>[^>\n]*))?>/;
/** To the last character that wouldn't end a sentence; `&lt;` and `&gt;` end it, too. */
const BARE = /(?<![\w/])(?<bare>https?:\/\/(?:(?!&[lg]t;)[^\s<>|*`])*[\w/=#&~-])/;
const MARKED = new RegExp(
	[CODE, LINK, BARE, BOLD, ITALIC].map(({ source }) => source).join('|'),
	'g',
);

/** Without the escapes that Slack wants. */
export function unescaped(text: string): string {
	return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function partOf(marked: RegExpMatchArray): SlackPart {
	const { bold, italic, code, bare, label } = marked.groups ?? {};
	const url = bare ?? marked.groups?.url ?? '';
	if (bold !== undefined) return { kind: 'bold', text: unescaped(bold) };
	if (italic !== undefined) return { kind: 'italic', text: unescaped(italic) };
	if (code !== undefined) return { kind: 'code', text: unescaped(code) };
	return { kind: 'link', text: unescaped(label || url), url: unescaped(url) };
}

/** The parts of a message; what isn't marked up is text, as it is. */
export function slackParts(text: string): SlackPart[] {
	const parts: SlackPart[] = [];
	let end = 0;
	for (const marked of text.matchAll(MARKED)) {
		if (marked.index > end)
			parts.push({ kind: 'text', text: unescaped(text.slice(end, marked.index)) });
		parts.push(partOf(marked));
		end = marked.index + marked[0].length;
	}
	if (end < text.length) parts.push({ kind: 'text', text: unescaped(text.slice(end)) });
	return parts;
}
