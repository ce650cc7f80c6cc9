import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { PageModel } from './model';

/** A browser that is this far behind is cut off: it comes back and gets the state as it is then. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;
const RECONNECT_MS = 1_000;

function eventText(name: string, data: unknown): string {
	return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Sends the whole state, then every change, as Server-Sent Events, until the browser goes away.
 * A browser that reconnects gets the whole state again, so nothing has to be remembered for it.
 */
export function streamTo(reply: FastifyReply, model: PageModel): FastifyReply {
	const events = new PassThrough();
	events.write(`retry: ${RECONNECT_MS}\n${eventText('state', model.state)}`);
	const stop = model.watch((change) => {
		events.write(eventText('change', change));
		if (events.writableLength + events.readableLength > MAX_UNREAD_BYTES) events.destroy();
	});
	events.once('close', stop);
	reply.raw.once('close', () => events.destroy());
	return reply.type('text/event-stream').send(events);
}
