import type { IBinaryData } from 'n8n-workflow';

/** Where files are kept: n8n's binary data. */
export interface FileStore {
	/**
	 * Writes a file as its chunks come, waiting where writing is slower.
	 * @throws what `chunks` throws; then there is no file
	 */
	save(chunks: AsyncIterable<Buffer>, fileName: string, mimeType: string): Promise<IBinaryData>;
	/** The bytes of a file, chunk by chunk. */
	read(file: IBinaryData): Promise<AsyncIterable<Buffer>>;
}
