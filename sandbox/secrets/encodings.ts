/** A secret, or half of one, as it would stand in bytes that hold it in some encoding. */
export interface Needle {
	readonly encoding: string;
	readonly bytes: Buffer;
}

type Encode = (text: string) => readonly (string | Buffer)[];

const BYTES_OF_A_GROUP = 3;
const BITS_OF_A_CHARACTER = 6;
const BITS_OF_A_BYTE = 8;

/**
 * What a text becomes within a longer one that is Base64: it depends on where in a group of three
 * bytes it begins. The characters that it shares with its neighbors are left out.
 */
function base64Of(text: string, encoding: 'base64' | 'base64url'): string[] {
	return Array.from({ length: BYTES_OF_A_GROUP }, (_, offset) => {
		const shifted = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
		const encoded = shifted.toString(encoding).replace(/=+$/, '');
		const shared = Math.ceil((offset * BITS_OF_A_BYTE) / BITS_OF_A_CHARACTER);
		const isWhole = shifted.length % BYTES_OF_A_GROUP === 0;
		return encoded.slice(shared, isWhole ? undefined : encoded.length - 1);
	});
}

function utf16BigEndian(text: string): Buffer {
	return Buffer.from(text, 'utf16le').swap16();
}

function escapedForHtml(text: string): string {
	const names: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };
	return text.replace(/[&"<]/g, (character) => names[character] ?? character);
}

/** As serializers write it that escape what they need not: `/`, or all but letters and digits. */
function escapedForJson(text: string): string[] {
	const byNumber = (character: string) =>
		`\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
	return [text.replaceAll('/', '\\/'), text.replace(/[^\w.-]/g, byNumber)];
}

/** Buffers as `util.inspect` shows them, and as JSON has them. */
function asByteValues(text: string): string[] {
	const values = [...Buffer.from(text)];
	const hexadecimal = values.map((value) => value.toString(16).padStart(2, '0'));
	return [hexadecimal.join(' '), values.join(','), values.join(', ')];
}

const ENCODINGS: Readonly<Record<string, Encode>> = {
	plain: (text) => [text],
	'in JSON': escapedForJson,
	'in JSON in JSON': (text) =>
		escapedForJson(text).map((escaped) => escaped.replaceAll('\\', '\\\\')),
	'in a URL': (text) => [encodeURIComponent(text)],
	'in a URL in a URL': (text) => [encodeURIComponent(encodeURIComponent(text))],
	'in HTML': (text) => [escapedForHtml(text)],
	Base64: (text) => base64Of(text, 'base64'),
	Base64URL: (text) => base64Of(text, 'base64url'),
	hexadecimal: (text) => {
		const digits = Buffer.from(text).toString('hex');
		return [digits, digits.toUpperCase()];
	},
	'UTF-16': (text) => [Buffer.from(text, 'utf16le'), utf16BigEndian(text)],
	bytes: asByteValues,
};

export const ENCODING_NAMES: readonly string[] = Object.keys(ENCODINGS);

/** A text in one encoding: in each form that it may take there. */
export function encode(text: string, encoding: string): Buffer[] {
	const forms = ENCODINGS[encoding]?.(text);
	if (forms === undefined) throw new TypeError(`No encoding is called ${encoding}`);
	return forms.map((form) => Buffer.from(form));
}

const CHUNK_OF_SQLITE = 4_092;

/**
 * The halves of a secret: where a database breaks off one and goes on elsewhere, the other is whole,
 * and a leak of a part is one, too. @throws RangeError for a secret that is too short to be told
 * from chance, or too long for one half to be whole
 */
export function halvesOf(secret: string): readonly [string, string] {
	if (secret.length < 32 || secret.length > CHUNK_OF_SQLITE) {
		throw new RangeError(`A secret of ${secret.length} characters can't be searched for`);
	}
	const middle = Math.floor(secret.length / 2);
	return [secret.slice(0, middle), secret.slice(middle)];
}

/** All that a secret is searched as. What is the same in two encodings goes by the first one's name. */
export function needlesOf(secret: string): Needle[] {
	const needles = new Map<string, Needle>();
	for (const encoding of ENCODING_NAMES) {
		for (const half of halvesOf(secret)) {
			for (const bytes of encode(half, encoding)) {
				const key = bytes.toString('latin1');
				if (!needles.has(key)) needles.set(key, { encoding, bytes });
			}
		}
	}
	return [...needles.values()];
}
