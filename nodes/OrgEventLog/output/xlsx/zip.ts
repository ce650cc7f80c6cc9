import { Zip, ZipDeflate } from 'fflate/browser';

/** The lowest effort is enough: texts of a log repeat themselves, and more takes twice the time to save a tenth. */
const LEVEL = 1;

/** Packs files one after the other into a ZIP archive, in memory that doesn't grow with them. */
export class ZipWriter {
	private packed: Buffer[] = [];
	private file: ZipDeflate | undefined;
	private readonly archive = new Zip((error, chunk) => {
		if (error !== null) throw error;
		this.packed.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
	});

	beginFile(path: string): void {
		this.file = new ZipDeflate(path, { level: LEVEL });
		this.archive.add(this.file);
	}

	write(text: Buffer): void {
		this.file?.push(text);
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

	/** Gives the bytes that were packed since the last call. */
	takePacked(): Buffer[] {
		const packed = this.packed;
		this.packed = [];
		return packed;
	}
}
