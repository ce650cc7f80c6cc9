import type { IBinaryData, IBinaryKeyData, IDataObject } from 'n8n-workflow';
import type { ReadConverted } from './convertedEvents';
import type { ReportFindings } from './manifest';

export interface OutputItem {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;
}

/** Makes items of events, and says what reading has to heed for it. */
export interface OutputWriter {
	/** True if events must keep their own JSON text. */
	readonly needsText?: true;
	/**
	 * @param readReportFindings reads what a manifest tells besides its file, once that is written
	 * @throws what reading throws; then there is no output
	 */
	write(
		read: ReadConverted,
		files: FileStore,
		readReportFindings: () => Promise<ReportFindings>,
	): Promise<readonly OutputItem[]>;
}

/** Keeps files as n8n's binary data. */
export interface FileStore {
	/**
	 * Writes a file as its chunks come, waiting where writing is slower.
	 * @throws what `chunks` throws; then there is no file
	 */
	save(chunks: AsyncIterable<Buffer>, fileName: string, mimeType: string): Promise<IBinaryData>;
}
