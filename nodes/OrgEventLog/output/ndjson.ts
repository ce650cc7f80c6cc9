import type { LoggedEvent } from '../events/event';
import { type FileFormat, joinRows } from './fileFormat';

/** Leaves events as the service wrote them, so that integers keep every digit. */
export const NDJSON: FileFormat = {
	extension: 'ndjson',
	mimeType: 'application/x-ndjson',
	needsText: true,
	toRow: (event) => ({ bytes: toNdjsonLine(event) }),
	begin: () => [],
	rows: joinRows,
	end: () => [],
};

/** Gives an event with its line end. */
export function toNdjsonLine({ text, fields }: LoggedEvent): Buffer {
	return Buffer.from(`${text ?? JSON.stringify(fields)}\n`);
}
