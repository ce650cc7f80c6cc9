import { PassThrough } from 'node:stream';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { portToListenOn } from '../processes/freePort';
import { serveAssets } from './assets';
import type { ButtonName } from './client/pageState';
import type { PageModel } from './pageModel';

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost'];
const RECONNECT_MS = 1_000;
/** Changes come in crowds; people see no more than this. */
const REDRAW_MS = 100;

function isOwnHost({ socket, headers }: FastifyRequest): boolean {
	return LOOPBACK_NAMES.some((name) => headers.host === `${name}:${socket.localPort ?? 0}`);
}

/** Browsers name the page that a request comes from, except where it only fetches for itself. */
function isOwnOrigin({ headers, method }: FastifyRequest): boolean {
	if (headers.origin === undefined) return method === 'GET';
	return headers.origin === `http://${headers.host ?? ''}`;
}

/**
 * Refuses what other sites' pages make a browser ask: requests under another name that leads here
 * (DNS rebinding), and requests that another page has made.
 */
function refuseOtherSites(app: FastifyInstance): void {
	app.addHook('onRequest', async (request, reply) => {
		reply.headers({
			'cache-control': 'no-store',
			'cross-origin-resource-policy': 'same-origin',
			'referrer-policy': 'no-referrer',
			'x-content-type-options': 'nosniff',
		});
		if (isOwnHost(request) && isOwnOrigin(request)) return;
		await reply.code(403).type('text/plain').send('Only the page of this sandbox can do this.\n');
	});
}

/**
 * Sends the state, again whenever it has changed, as Server-Sent Events, until the browser goes away. One that
 * doesn't read gets no further ones meanwhile, so nothing piles up.
 */
function streamTo(reply: FastifyReply, model: PageModel): FastifyReply {
	const events = new PassThrough();
	const send = () => events.write(`data: ${JSON.stringify(model.state)}\n\n`);
	let isChanged = false;
	events.write(`retry: ${RECONNECT_MS}\n`);
	send();
	const stop = model.watch(() => (isChanged = true));
	const timer = setInterval(() => {
		if (!isChanged || events.writableNeedDrain) return;
		isChanged = false;
		send();
	}, REDRAW_MS);
	events.once('close', () => {
		stop();
		clearInterval(timer);
	});
	reply.raw.once('close', () => events.destroy());
	return reply.type('text/event-stream').send(events);
}

/** A page that is being served. */
interface Page {
	/** `http://127.0.0.1:port` */
	readonly url: string;
	close(): Promise<void>;
}

interface PageOptions {
	readonly model: PageModel;
	/** What the buttons do. */
	readonly actions: Readonly<Record<ButtonName, () => void>>;
	/** Any that is free where it is 0 or in use. */
	readonly port: number;
}

/** Serves the sandbox's page to this machine's browsers. */
export async function servePage({ model, actions, port }: PageOptions): Promise<Page> {
	const app = fastify({ forceCloseConnections: true });
	refuseOtherSites(app);
	serveAssets(app);
	app.get('/stream', (_request, reply) => streamTo(reply, model));
	for (const [name, act] of Object.entries(actions)) {
		app.post(`/buttons/${name}`, (_request, reply) => {
			act();
			return reply.code(204).send();
		});
	}
	const url = await app.listen({ port: await portToListenOn(port), host: '127.0.0.1' });
	return { url, close: () => app.close() };
}
