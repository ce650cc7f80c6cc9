import type { LoggedEvent } from '../events/event';
import type { FileWriter } from './fileWriter';

/** NDJSON has events as the service wrote them, so that integers keep every digit. */
export const NDJSON: FileWriter = {
	format: 'ndjson',
	columns: null,
	mimeType: 'application/x-ndjson',
	needsText: true,
	toRow: (event) => ({ bytes: toNdjsonLine(event) }),
};

export function toNdjsonLine({ text, fields }: LoggedEvent): Buffer {
	return Buffer.from(`${text ?? JSON.stringify(fields)}\n`);
}
