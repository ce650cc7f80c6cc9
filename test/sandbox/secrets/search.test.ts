import { randomBytes } from 'node:crypto';
import { deflateRawSync, deflateSync } from 'node:zlib';
import type { PlantedDecoy } from '../../../sandbox/secrets/decoys';
import { decoyBytes, isByN8n, missedOf, newSecret } from '../../../sandbox/secrets/decoys';
import { ENCODING_NAMES, halvesOf, needlesOf } from '../../../sandbox/secrets/encodings';
import { Search } from '../../../sandbox/secrets/search';

const SECRET = newSecret('the token');
const JWT = {
	name: 'the JWT',
	value: `eyJhbGciOiJIUzI1NiJ9.${randomBytes(40).toString('base64url')}.${randomBytes(32).toString('base64url')}`,
};
const search = new Search([SECRET, JWT]);

function encodingsIn(bytes: Buffer): string[] {
	return search.findIn({ place: 'file', name: 'a file', bytes }).map(({ encoding }) => encoding);
}

function amidNoise(bytes: Buffer): Buffer {
	return Buffer.concat([randomBytes(1_001), bytes, randomBytes(997)]);
}

describe('a secret', () => {
	it.each([
		['zlib', deflateSync],
		[
			'zip',
			(bytes: Buffer) => {
				const header = Buffer.alloc(30);
				header.write('PK\x03\x04', 'latin1');
				return Buffer.concat([header, deflateRawSync(bytes)]);
			},
		],
	])('is found in %s, wherever that begins and ends', (_name, compress) => {
		const compressed = compress(Buffer.from(`Authorization: ${SECRET.value}\n`.repeat(3)));
		expect(encodingsIn(amidNoise(compressed))).toContain('compressed plain');
	});

	it('is found where a log cuts it in half, and where a database breaks it off at any point', () => {
		for (const half of halvesOf(JWT.value))
			expect(encodingsIn(amidNoise(Buffer.from(half)))).toEqual(['plain']);
		const bytes = Buffer.from(SECRET.value);
		for (let at = 0; at <= bytes.length; at++) {
			const broken = Buffer.concat([bytes.subarray(0, at), Buffer.alloc(4), bytes.subarray(at)]);
			expect(encodingsIn(broken)).toEqual(['plain']);
		}
	});

	it('is found at the very beginning and the very end, and not where there is none', () => {
		expect(encodingsIn(Buffer.from(SECRET.value))).toEqual(['plain']);
		for (const length of [0, 1, 3, 4, 5, 100_000])
			expect(encodingsIn(randomBytes(length))).toEqual([]);
		expect(encodingsIn(Buffer.from(`${SECRET.value.slice(0, 10)} ${newSecret('').value}`))).toEqual(
			[],
		);
	});

	it('has to be long enough to be told from chance', () => {
		expect(() => needlesOf('short')).toThrow(RangeError);
	});
});

it('a decoy is missed in each encoding, and in each other place, in which it is not', () => {
	const decoy: PlantedDecoy = { secret: SECRET, place: 'file', as: 'bytes' };
	const findsIn = (bytes: Buffer) => search.findIn({ place: 'file', name: 'decoy', bytes });
	expect(missedOf(decoy, []).length).toBe(2 * ENCODING_NAMES.length);
	expect(missedOf(decoy, findsIn(Buffer.from(SECRET.value)))).not.toContain('file: plain');
	const elsewhere = findsIn(decoyBytes(SECRET)).map((find) => ({ ...find, place: 'log' }));
	expect(missedOf(decoy, elsewhere)).toEqual(missedOf(decoy, []));
});

it("what n8n's HTTP Request node shows is told apart, and only where n8n shows it", () => {
	const find = (secret: string, place: string) =>
		isByN8n({ secret, place, name: 'somewhere', encoding: 'plain' });
	expect(find('the apiKey of “HTTP Request, hostile, key”', 'database')).toBe(true);
	expect(find('the apiKey of “HTTP Request, hostile, key”', 'stranger')).toBe(false);
	expect(find('the apiKey of “nodes, hostile, key”', 'database')).toBe(false);
});
