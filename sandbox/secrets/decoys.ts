import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { ENCODING_NAMES, encode } from './encodings';
import type { Find, Secret } from './search';

/** Characters that every encoding writes in a way of its own: `~` gives a `+` in Base64. */
const DISTINCTIVE = '+/&~~~~~';

/** A new secret, which looks different in every encoding, each of its halves does. */
export function newSecret(name: string): Secret {
	const part = () => DISTINCTIVE + randomBytes(15).toString('base64url');
	return { name, value: `${part()}${part()}==` };
}

/** A text that holds a decoy in every encoding that text can hold, each amid other text. */
export function decoyText({ value }: Secret): string {
	const lines = ENCODING_NAMES.filter((encoding) => encoding !== 'UTF-16').flatMap((encoding) => {
		if (encoding.startsWith('Base64')) return [];
		return encode(value, encoding).map((form) => `token: ${form.toString()};`);
	});
	const amid = [0, 1, 2].map((before) => Buffer.from(`${'x'.repeat(before)}${value} and more`));
	const base64 = amid.flatMap((bytes) => [bytes.toString('base64'), bytes.toString('base64url')]);
	return [...lines, ...base64].join('\n');
}

/** The same, with what only bytes can hold: UTF-16, and all of it once more compressed. */
export function decoyBytes(decoy: Secret): Buffer {
	const text = Buffer.from(decoyText(decoy));
	const wide = encode(decoy.value, 'UTF-16');
	const all = Buffer.concat([text, Buffer.from('\n'), ...wide]);
	return Buffer.concat([all, Buffer.from('\n'), gzipSync(all)]);
}

/** Of these, text that becomes part of JSON changes one: what was escaped is so twice. */
const IN_TEXT = ENCODING_NAMES.filter(
	(encoding) => encoding !== 'UTF-16' && encoding !== 'in JSON',
);
const IN_BYTES = [...ENCODING_NAMES, ...ENCODING_NAMES.map((encoding) => `compressed ${encoding}`)];

/** A decoy that was hidden somewhere. */
export interface PlantedDecoy {
	readonly secret: Secret;
	readonly place: string;
	/** Whether it is there as bytes, or only as text within JSON. */
	readonly as: 'bytes' | 'text';
}

/**
 * Whether n8n itself puts it there, whatever a node does. Its HTTP Request node keeps what a service answers, its token
 * too where that is repeated. Where a connection breaks it keeps the request as it was sent, with its Authorization
 * header.
 */
export function isByN8n({ secret, place }: Find): boolean {
	return /HTTP[ -]Request/.test(secret) && ['database', 'browser', 'push', 'log'].includes(place);
}

/** What should have been found of a decoy, and was not: `place: encoding`. */
export function missedOf({ secret, place, as }: PlantedDecoy, finds: readonly Find[]): string[] {
	const found = finds
		.filter((find) => find.secret === secret.name && find.place === place)
		.map(({ encoding }) => encoding);
	const expected = as === 'bytes' ? IN_BYTES : IN_TEXT;
	return expected
		.filter((encoding) => !found.includes(encoding))
		.map((encoding) => `${place}: ${encoding}`);
}
