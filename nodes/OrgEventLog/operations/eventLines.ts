import type { FetchPage, LoggedEvent } from '../api/event';

/**
 * Pages whose events hold their line of a file in `text`, and of their fields only what decides
 * whether they pass: many pages wait for their turn, and a line is a fraction of an event.
 */
export function withLines(fetchPage: FetchPage, toLine: (event: LoggedEvent) => string): FetchPage {
	return async (request) => {
		const { events, ...page } = await fetchPage(request);
		return { ...page, events: events.map((event) => toLineEvent(event, toLine(event))) };
	};
}

function toLineEvent({ id, createdAtMs, fields }: LoggedEvent, text: string): LoggedEvent {
	const { created_at_ns, sub_type } = fields;
	return { id, createdAtMs, fields: { created_at_ns, sub_type }, text };
}

/** The lines of such events. */
export async function* linesOf(
	batches: AsyncIterable<readonly LoggedEvent[]>,
): AsyncGenerator<readonly string[]> {
	for await (const batch of batches) yield batch.map(({ text = '' }) => text);
}
