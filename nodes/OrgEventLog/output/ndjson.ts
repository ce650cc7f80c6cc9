import type { LoggedEvent } from '../api/event';

export const NDJSON_MIME_TYPE = 'application/x-ndjson';

/** One event on a line of its own, as the service wrote it, so that integers keep every digit. */
export function toNdjsonLine(event: LoggedEvent): string {
	return `${event.text ?? JSON.stringify(event.fields)}\n`;
}
