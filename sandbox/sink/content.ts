import { isJsonObject, isStringArray } from '../jsonGuards';

/** A file of a mail; its bytes are not kept. */
interface Attachment {
	readonly name: string;
	readonly bytes: number;
}

/** What a message says, in the shape of the system that it was meant for. Every text is bounded. */
export type MessageContent =
	| { readonly kind: 'slack'; readonly channel: string; readonly text: string }
	| {
			readonly kind: 'ticket';
			readonly project: string;
			readonly issueType: string;
			readonly summary: string;
			readonly description: string;
			readonly labels: readonly string[];
	  }
	| {
			readonly kind: 'mail';
			readonly from: string;
			readonly to: string;
			readonly subject: string;
			readonly text: string;
			readonly attachments: readonly Attachment[];
	  }
	| {
			readonly kind: 'sheet';
			readonly document: string;
			readonly sheet: string;
			readonly columns: readonly string[];
			readonly rows: ReadonlyArray<readonly string[]>;
			/** How many there were beyond those kept. */
			readonly moreRows: number;
	  }
	| { readonly kind: 'plain'; readonly text: string };

type Members = Readonly<Record<string, unknown>>;

const MAX_TEXT_LENGTH = 8_000;
const MAX_ROWS = 20;
const MAX_COLUMNS = 20;
const MAX_NAMES = 50;
/** A cell, a name, a label. */
const MAX_NAME_LENGTH = 500;

/** No more of a text than so many characters, and a sign where there was more. */
export function bounded(text: string, maxLength: number): string {
	return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

function textOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	return bounded(typeof value === 'string' ? value : JSON.stringify(value), MAX_TEXT_LENGTH);
}

function nameOf(value: unknown): string {
	return bounded(textOf(value), MAX_NAME_LENGTH);
}

function namesOf(value: unknown): string[] {
	const names = isStringArray(value) ? value : textOf(value).split(',');
	return names.slice(0, MAX_NAMES).map((name) => nameOf(name.trim()));
}

/** The text of Slack's blocks: sections, headers, contexts, whatever holds `text` somewhere. */
function blockTexts(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(blockTexts);
	if (!isJsonObject(value)) return [];
	if (typeof value.text === 'string') return [value.text];
	return [value.text, value.fields, value.elements, value.blocks].flatMap(blockTexts);
}

function readSlack(body: Members): MessageContent | undefined {
	const blocks = [...blockTexts(body.blocks), ...blockTexts(body.attachments)].join('\n');
	const text = textOf(body.text) || bounded(blocks, MAX_TEXT_LENGTH);
	if (text === '') return undefined;
	return { kind: 'slack', channel: nameOf(body.channel), text };
}

function readTicket(body: Members): MessageContent | undefined {
	if (typeof body.summary !== 'string') return undefined;
	return {
		kind: 'ticket',
		project: nameOf(body.project),
		issueType: nameOf(body.issueType),
		summary: nameOf(body.summary),
		description: textOf(body.description),
		labels: namesOf(body.labels).filter((label) => label !== ''),
	};
}

function readAttachments(value: unknown): Attachment[] {
	if (!Array.isArray(value)) return [];
	return value
		.slice(0, MAX_NAMES)
		.filter(isJsonObject)
		.map(({ name, bytes }) => ({
			name: nameOf(name),
			bytes: typeof bytes === 'number' && Number.isFinite(bytes) ? bytes : 0,
		}));
}

/** The words of a mail in HTML as lines: a row of a table is one, and so is what ends with a break. */
function shownHtml(html: unknown): string {
	return textOf(html)
		.replace(/<\/t[dh]>(?=<t[dh])/g, '   ')
		.replace(/<(?:br|\/p|\/tr|\/h\d)\b[^>]*>\n*/g, '\n')
		.replace(/<[^>]*>/g, '')
		.replace(/&#(\d{1,6});/g, (_entity, code: string) => String.fromCodePoint(Number(code)));
}

function readMail(body: Members): MessageContent | undefined {
	const { from, to, subject, text, html, attachments } = body;
	if (subject === undefined && text === undefined && html === undefined) return undefined;
	return {
		kind: 'mail',
		from: nameOf(from),
		to: namesOf(to).join(', '),
		subject: nameOf(subject),
		text: textOf(text) || shownHtml(html),
		attachments: readAttachments(attachments),
	};
}

function columnsOf(rows: readonly unknown[]): string[] {
	const names = new Set(rows.flatMap((row) => (isJsonObject(row) ? Object.keys(row) : [])));
	return [...names].slice(0, MAX_COLUMNS);
}

function cellsOf(row: unknown, columns: readonly string[]): string[] {
	if (isJsonObject(row)) return columns.map((column) => nameOf(row[column]));
	return (Array.isArray(row) ? row : [row]).slice(0, MAX_COLUMNS).map(nameOf);
}

function readSheet(body: Members): MessageContent | undefined {
	if (!Array.isArray(body.rows)) return undefined;
	const shown: unknown[] = body.rows.slice(0, MAX_ROWS);
	const columns = columnsOf(shown);
	return {
		kind: 'sheet',
		document: nameOf(body.document),
		sheet: nameOf(body.sheet),
		columns: columns.map(nameOf),
		rows: shown.map((row) => cellsOf(row, columns)),
		moreRows: body.rows.length - shown.length,
	};
}

const READERS: Readonly<Record<string, (body: Members) => MessageContent | undefined>> = {
	'/slack': readSlack,
	'/ticket': readTicket,
	'/mail': readMail,
	'/sheet': readSheet,
};

/** `undefined` for what is no JSON: anybody may send anything. */
export function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Spread over lines, unless that would change what was sent, such as a 19-digit integer. */
function readPlain(text: string, json: unknown): MessageContent {
	const isExact = isJsonObject(json) || Array.isArray(json) ? JSON.stringify(json) === text : false;
	const shown = isExact ? JSON.stringify(json, undefined, 2) : text;
	return { kind: 'plain', text: bounded(shown, MAX_TEXT_LENGTH) };
}

/** What the text of a body says that was sent to a path (without the query). */
export function readContent(path: string, text: string): MessageContent {
	const json = jsonOf(text);
	const known = isJsonObject(json) ? READERS[path]?.(json) : undefined;
	return known ?? readPlain(text, json);
}
