import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { FastifyInstance } from 'fastify';
import { ROOT } from '../places';

const CLIENT = join(__dirname, 'client');
const ICONS = join(ROOT, 'icons');

/**
 * Only the page's own script and styles, and text only as text: a place where HTML could be put
 * together is refused by the browser.
 */
const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self'",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
	'trusted-types lit-html',
].join('; ');

/** All of the page's script, with lit-html in it. */
function clientScript(): string {
	const { outputFiles } = buildSync({
		entryPoints: [join(CLIENT, 'main.ts')],
		bundle: true,
		write: false,
		format: 'esm',
		target: 'es2022',
	});
	return outputFiles.map(({ text }) => text).join('\n');
}

/** The page itself and all that it loads. */
export function serveAssets(app: FastifyInstance): void {
	const serve = (url: string, type: string, content: string | Buffer) =>
		app.get(url, (_request, reply) =>
			reply.type(type).header('content-security-policy', POLICY).send(content),
		);
	serve('/', 'text/html; charset=utf-8', readFileSync(join(CLIENT, 'index.html')));
	serve('/page.js', 'text/javascript; charset=utf-8', clientScript());
	serve('/page.css', 'text/css; charset=utf-8', readFileSync(join(CLIENT, 'page.css')));
	serve('/icon.svg', 'image/svg+xml', readFileSync(join(ICONS, 'orgEventLog.svg')));
	serve('/icon.dark.svg', 'image/svg+xml', readFileSync(join(ICONS, 'orgEventLog.dark.svg')));
}
