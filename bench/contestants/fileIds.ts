import { createHash } from 'node:crypto';

export type FileKind = 'csv' | 'ndjson';

/** What a file turned out to hold when read independently of what wrote it. */
export interface FileDigest {
	readonly events: number;
	/** As `digestOf` has it. */
	readonly ids: string;
	readonly sha256: string;
	readonly bytes: number;
}

const NDJSON_ID = /^\{"id":"([^"]+)"/;

/** The records of a file. In CSV a line end between quotes is part of a cell. */
async function* recordsOf(chunks: AsyncIterable<string>, kind: FileKind): AsyncGenerator<string> {
	let rest = '';
	for await (const chunk of chunks) {
		const lines = (rest + chunk).split('\n');
		rest = lines.pop() ?? '';
		let record = '';
		for (const line of lines) {
			record += record === '' ? line : `\n${line}`;
			if (kind === 'csv' && isInsideQuotes(record)) continue;
			yield record;
			record = '';
		}
		if (record !== '') rest = `${record}\n${rest}`;
	}
	if (rest !== '') yield rest;
}

function isInsideQuotes(record: string): boolean {
	return (record.split('"').length - 1) % 2 === 1;
}

/** @throws Error for an NDJSON line that doesn't begin with an id or is no JSON */
function idOf(record: string, kind: FileKind): string {
	if (kind === 'csv') return record.slice(0, record.indexOf(','));
	JSON.parse(record);
	const id = NDJSON_ID.exec(record)?.[1];
	if (id === undefined) throw new Error('A line without an id');
	return id;
}

/** Reads a file of events from beginning to end. The id must be the first thing in each record. */
export async function digestOfFile(
	stream: AsyncIterable<unknown>,
	kind: FileKind,
): Promise<FileDigest> {
	const [file, ids] = [createHash('sha256'), createHash('sha256')];
	let bytes = 0;
	let events = kind === 'csv' ? -1 : 0;
	const decoder = new TextDecoder();
	const texts = async function* () {
		for await (const chunk of stream) {
			if (!Buffer.isBuffer(chunk)) throw new Error('A file is read as bytes');
			file.update(chunk);
			bytes += chunk.length;
			yield decoder.decode(chunk, { stream: true });
		}
	};
	for await (const record of recordsOf(texts(), kind)) {
		if (events >= 0) ids.update(`${idOf(record, kind)}\n`);
		events++;
	}
	return { events, ids: ids.digest('hex'), sha256: file.digest('hex'), bytes };
}
