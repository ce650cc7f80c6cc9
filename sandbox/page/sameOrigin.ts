import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost'];

function isOwnHost(request: FastifyRequest): boolean {
	const { localPort = 0 } = request.socket;
	return LOOPBACK_NAMES.some((name) => request.headers.host === `${name}:${localPort}`);
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
export function refuseOtherSites(app: FastifyInstance): void {
	app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
		if (isOwnHost(request) && isOwnOrigin(request)) return;
		await reply.code(403).type('text/plain').send('Only the page of this sandbox can do this.\n');
	});
}
