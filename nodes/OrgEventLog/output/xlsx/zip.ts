import { Zip, ZipDeflate } from 'fflate/browser';

/** The texts of a log repeat themselves: a higher level takes twice the time, and saves only a tenth. */
const COMPRESSION_LEVEL = 1;

/** Compresses files one after the other into a ZIP archive, in memory that doesn't grow with them. */
export class ZipWriter {
	private readonly chunks: Buffer[] = [];
	private file: ZipDeflate | undefined;
	private readonly archive = new Zip((error, chunk) => {
		if (error !== null) throw error;
		this.chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
	});

	beginFile(path: string): void {
		this.file = new ZipDeflate(path, { level: COMPRESSION_LEVEL });
		this.archive.add(this.file);
	}

	write(bytes: Buffer): void {
		this.file?.push(bytes);
	}

	endFile(): void {
		this.file?.push(Buffer.alloc(0), true);
	}

	addFile(path: string, text: string): void {
		this.beginFile(path);
		this.write(Buffer.from(text));
		this.endFile();
	}

	end(): void {
		this.archive.end();
	}

	/** Gives the chunks of the archive that were made since the last call. */
	takeChunks(): Buffer[] {
		return this.chunks.splice(0);
	}
}
