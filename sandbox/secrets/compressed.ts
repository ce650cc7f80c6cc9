import { constants, inflateRawSync, inflateSync } from 'node:zlib';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** A stream may lie anywhere, and something else may follow it, or it may have been cut off. */
const OPTIONS = { maxOutputLength: MAX_OUTPUT_BYTES, finishFlush: constants.Z_SYNC_FLUSH };
const SMALLEST_FINDING = 32;
const ZIP_NAME_LENGTH_AT = 26;
const ZIP_HEADER_BYTES = 30;

const GZIP_FLAGS_AT = 3;
const GZIP_HEADER_BYTES = 10;
const GZIP_CHECKSUM = 2;
const GZIP_EXTRA = 4;
const GZIP_TEXTS = [8, 16];

type Unpack = (bytes: Buffer) => Buffer;

/** Node's own takes what follows for a second stream, and fails. */
function unpackGzip(bytes: Buffer): Buffer {
	const flags = bytes.readUInt8(GZIP_FLAGS_AT);
	let at = GZIP_HEADER_BYTES;
	if (flags & GZIP_EXTRA) at += 2 + bytes.readUInt16LE(at);
	for (const text of GZIP_TEXTS) if (flags & text) at = bytes.indexOf(0, at) + 1;
	if (flags & GZIP_CHECKSUM) at += 2;
	return inflateRawSync(bytes.subarray(at), OPTIONS);
}

function unpackZipEntry(bytes: Buffer): Buffer {
	const name = bytes.readUInt16LE(ZIP_NAME_LENGTH_AT);
	const extra = bytes.readUInt16LE(ZIP_NAME_LENGTH_AT + 2);
	return inflateRawSync(bytes.subarray(ZIP_HEADER_BYTES + name + extra), OPTIONS);
}

/** What a compressed stream begins with, and how it is unpacked. */
const KINDS: ReadonlyArray<readonly [Buffer, Unpack]> = [
	[Buffer.from([0x1f, 0x8b, 0x08]), unpackGzip],
	[Buffer.from([0x78, 0x01]), (bytes) => inflateSync(bytes, OPTIONS)],
	[Buffer.from([0x78, 0x9c]), (bytes) => inflateSync(bytes, OPTIONS)],
	[Buffer.from([0x78, 0xda]), (bytes) => inflateSync(bytes, OPTIONS)],
	[Buffer.from('PK\x03\x04'), unpackZipEntry],
];

function unpacked(unpack: Unpack, bytes: Buffer): Buffer[] {
	try {
		const output = unpack(bytes);
		return output.length >= SMALLEST_FINDING ? [output] : [];
	} catch {
		// These bytes only looked like the beginning of a stream.
		return [];
	}
}

/** What is in the compressed streams (gzip, zlib, zip) that lie anywhere in these bytes. */
export function* decompressedIn(bytes: Buffer): Generator<Buffer> {
	for (const [beginning, unpack] of KINDS) {
		for (let at = bytes.indexOf(beginning); at >= 0; at = bytes.indexOf(beginning, at + 1)) {
			yield* unpacked(unpack, bytes.subarray(at));
		}
	}
}
