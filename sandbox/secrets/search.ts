import { decompressedIn } from './compressed';
import type { Needle } from './encodings';
import { needlesOf } from './encodings';

/** Something that nobody may find, and what it is called in a report. */
export interface Secret {
	readonly name: string;
	readonly value: string;
}

/** Bytes that are searched, and where they were. */
export interface Haystack {
	/** `database`, `log`, … */
	readonly place: string;
	/** A file, or what was asked. */
	readonly name: string;
	readonly bytes: Buffer;
}

/** A secret that was found. */
export interface Find {
	readonly secret: string;
	readonly place: string;
	/** The haystack's. */
	readonly name: string;
	/** `compressed` is put in front where it was. */
	readonly encoding: string;
}

interface SoughtNeedle extends Needle {
	readonly secret: string;
}

const KEY_BYTES = 4;
/** How many slots the quick look has, which most positions don't pass: a power of two. */
const SLOTS = 1 << 20;
const BITS_OF_A_BYTE = 8;
const NEXT_BYTE = BITS_OF_A_BYTE * (KEY_BYTES - 1);

function slotOf(beginning: number): number {
	return (beginning ^ (beginning >>> 12)) & (SLOTS - 1);
}

/**
 * Looks for the same secrets in any number of haystacks. A secret is some forty needles, and there
 * are a hundred secrets: they are looked for at once, by the four bytes that each begins with.
 */
export class Search {
	private readonly byBeginning = new Map<number, SoughtNeedle[]>();
	private readonly taken = new Uint8Array(SLOTS);

	constructor(secrets: readonly Secret[]) {
		for (const { name, value } of secrets) {
			for (const needle of needlesOf(value)) this.add({ ...needle, secret: name });
		}
	}

	/** Each secret in each encoding in which the haystack holds it, once. */
	findIn({ place, name, bytes }: Haystack): Find[] {
		const finds = new Map<string, Find>();
		const look = (prefix: string, part: Buffer) => {
			for (const { secret, encoding } of this.matchesIn(part)) {
				const find = { secret, place, name, encoding: prefix + encoding };
				finds.set(`${secret} ${find.encoding}`, find);
			}
		};
		look('', bytes);
		for (const part of decompressedIn(bytes)) look('compressed ', part);
		return [...finds.values()];
	}

	private add(needle: SoughtNeedle): void {
		const beginning = needle.bytes.readUInt32LE(0);
		this.taken[slotOf(beginning)] = 1;
		const others = this.byBeginning.get(beginning);
		if (others) others.push(needle);
		else this.byBeginning.set(beginning, [needle]);
	}

	private *matchesIn(bytes: Buffer): Generator<SoughtNeedle> {
		const last = bytes.length - KEY_BYTES;
		let beginning = last < 0 ? 0 : bytes.readUInt32LE(0);
		for (let at = 0; at <= last; at++) {
			if (this.taken[slotOf(beginning)] === 1) {
				for (const needle of this.byBeginning.get(beginning) ?? []) {
					const end = at + needle.bytes.length;
					if (bytes.subarray(at, end).equals(needle.bytes)) yield needle;
				}
			}
			const next = bytes[at + KEY_BYTES] ?? 0;
			beginning = ((beginning >>> BITS_OF_A_BYTE) | (next << NEXT_BYTE)) >>> 0;
		}
	}
}
