import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { buildSync } from 'esbuild';
import type { FastifyInstance } from 'fastify';
import { ROOT } from '../places';

const CLIENT = join(__dirname, 'client');
const ICONS = join(ROOT, 'icons');
const LIT_HTML = join(ROOT, 'node_modules', 'lit-html');

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const FILES: ReadonlyArray<readonly [url: string, path: string, type: string]> = [
	['/page.css', join(CLIENT, 'page.css'), 'text/css; charset=utf-8'],
	['/icon.svg', join(ICONS, 'orgEventLog.svg'), 'image/svg+xml'],
	['/icon.dark.svg', join(ICONS, 'orgEventLog.dark.svg'), 'image/svg+xml'],
];

/** Paths of modules, relative to a folder. */
function modulesOf(folder: string, ending: string): string[] {
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	return names.filter((name) => name.endsWith(ending)).map((name) => name.replaceAll('\\', '/'));
}

/** The page's modules as browsers take them, without their types, by their names. */
function clientModules(): Map<string, string> {
	const { outputFiles } = buildSync({
		entryPoints: modulesOf(CLIENT, '.ts').map((name) => join(CLIENT, name)),
		outdir: CLIENT,
		write: false,
		format: 'esm',
		target: 'es2022',
	});
	return new Map(outputFiles.map(({ path, text }) => [parse(path).name, text]));
}

/**
 * Only the page's own scripts and styles, and text only as text: a place where HTML could be put
 * together is refused by the browser. The import map is the one script that must be inline.
 */
function policyFor(html: string): string {
	const importMap = /<script type="importmap">([^]*?)<\/script>/.exec(html)?.[1] ?? '';
	const hash = createHash('sha256').update(importMap).digest('base64');
	return [
		"default-src 'none'",
		`script-src 'self' 'sha256-${hash}'`,
		"style-src 'self'",
		"img-src 'self'",
		"connect-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
		"require-trusted-types-for 'script'",
		'trusted-types lit-html',
	].join('; ');
}

/** The page itself and all that it loads: our modules, and lit-html's as they come from npm. */
export function serveAssets(app: FastifyInstance): void {
	const html = readFileSync(join(CLIENT, 'index.html'), 'utf8');
	const policy = policyFor(html);
	app.get('/', (_request, reply) =>
		reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html),
	);
	for (const [url, path, type] of FILES) {
		app.get(url, (_request, reply) => reply.type(type).send(readFileSync(path)));
	}
	for (const [name, script] of clientModules()) {
		app.get(`/client/${name}`, (_request, reply) => reply.type(SCRIPT_TYPE).send(script));
	}
	for (const name of modulesOf(LIT_HTML, '.js')) {
		app.get(`/lit-html/${name}`, (_request, reply) =>
			reply.type(SCRIPT_TYPE).send(readFileSync(join(LIT_HTML, name))),
		);
	}
}
