import type { FastifyInstance } from 'fastify';
import { answerChat } from './chatModel';
import { jsonOf } from './content';
import { readMailForm } from './mailFiles';
import { addObjectStore } from './objectStore';
import type { ReceiverLimits } from './receiverLimits';
import { Tickets } from './tickets';

/** What the systems behind the sink answer, where a workflow goes on with what they say. */
export interface Correspondents {
	/** The answer to a message that arrives at a path. */
	answer(path: string, body: Buffer): object;
}

function jsonIn(body: Buffer): unknown {
	return jsonOf(body.toString('utf8'));
}

/**
 * Adds what workflows ask for and nobody has to read: the search for tickets, a chat model and a store of files. A mail
 * that comes as a form with files is read into JSON, as other messages are.
 */
export function addCorrespondents(
	app: FastifyInstance,
	{ searchLagMs }: ReceiverLimits,
): Correspondents {
	const tickets = new Tickets(searchLagMs);
	app.addContentTypeParser<Buffer>(
		'multipart/form-data',
		{ parseAs: 'buffer' },
		async (request: { headers: { 'content-type'?: string } }, body: Buffer) =>
			Buffer.from(JSON.stringify(await readMailForm(request.headers['content-type'] ?? '', body))),
	);
	addObjectStore(app);
	app.post<{ Body: Buffer }>('/ticket/search', ({ body }) =>
		tickets.search(jsonIn(body), Date.now()),
	);
	app.post<{ Body: Buffer }>('/v1/chat/completions', ({ body }) =>
		answerChat(jsonIn(body), Date.now()),
	);
	return {
		answer: (path, body) =>
			path === '/ticket' ? tickets.open(jsonIn(body), Date.now()) : { received: true },
	};
}
