import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { portToListenOn } from '../processes/freePort';
import { serveAssets } from './assets';
import type { Machinery } from './buttons';
import { ACTIONS } from './buttons';
import { BUTTONS } from './client/pageState';
import type { PageModel } from './model';
import { refuseOtherSites } from './sameOrigin';
import { streamTo } from './stream';

/** A page that is being served. */
export interface Page {
	/** `http://127.0.0.1:port` */
	readonly url: string;
	close(): Promise<void>;
}

interface PageOptions {
	readonly model: PageModel;
	readonly machinery: Machinery;
	/** Any that is free unless given, or if it is in use. */
	readonly port?: number;
}

function addHeaders(app: FastifyInstance): void {
	app.addHook('onRequest', async (_request, reply) => {
		reply.headers({
			'cache-control': 'no-store',
			'cross-origin-resource-policy': 'same-origin',
			'referrer-policy': 'no-referrer',
			'x-content-type-options': 'nosniff',
		});
	});
}

/** Serves the sandbox's page to this machine's browsers. */
export async function servePage({ model, machinery, port }: PageOptions): Promise<Page> {
	const app = fastify({ forceCloseConnections: true });
	addHeaders(app);
	refuseOtherSites(app);
	serveAssets(app);
	app.get('/stream', (_request, reply) => streamTo(reply, model));
	for (const name of BUTTONS) {
		app.post(`/buttons/${name}`, (_request, reply) => {
			ACTIONS[name](machinery);
			return reply.code(204).send();
		});
	}
	const url = await app.listen({ port: await portToListenOn(port), host: '127.0.0.1' });
	return { url, close: () => app.close() };
}
