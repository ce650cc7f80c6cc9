import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { SCRATCH } from '../sandbox/places';

const FOLDER = join(SCRATCH, 'bench-network');
const HOST = '127.0.0.1';
/** Of a round trip of 30 ms. */
const ONE_WAY_MS = 15;
/** 20 MB a second, each way, for all connections together. */
const BYTES_PER_MS = 20_000;

const fileOf = (name: string) => join(FOLDER, name);

/** What contestants are told to trust. */
export const AUTHORITY = fileOf('authority.pem');

/** Makes an authority of the bench's own, and the certificate of its service; valid for two days. */
export function makeCertificates(): void {
	mkdirSync(FOLDER, { recursive: true });
	const make = (name: string, ...options: string[]) => {
		const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
		const files = ['-keyout', fileOf(`${name}.key`), '-out', fileOf(`${name}.pem`), '-days', '2'];
		execFileSync('openssl', ['req', '-x509', ...key, ...files, ...options], { stdio: 'pipe' });
	};
	make('authority', '-subj', '/CN=Authority of the bench');
	const by = ['-CA', AUTHORITY, '-CAkey', fileOf('authority.key')];
	make('service', '-subj', `/CN=${HOST}`, '-addext', `subjectAltName=IP:${HOST}`, ...by);
}

async function listen(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
	const address: AddressInfo | string | null = server.address();
	if (address === null || typeof address === 'string') throw new Error('No port to listen on');
	return address.port;
}

/** The service by HTTPS, compressed as servers do it by default. */
async function startHttps(baseUrl: string): Promise<number> {
	const agent = new Agent({ keepAlive: true });
	const [key, cert] = ['service.key', 'service.pem'].map((name) => readFileSync(fileOf(name)));
	const server = createHttpsServer({ key, cert }, ({ url = '', method, headers }, response) => {
		const forwarded = httpRequest(new URL(url, baseUrl), { agent, method, headers }, (answer) => {
			const compressed = { ...answer.headers, 'content-encoding': 'gzip' };
			delete compressed['content-length'];
			response.writeHead(answer.statusCode ?? 502, compressed);
			answer.pipe(createGzip({ level: 1 })).pipe(response);
		});
		forwarded.on('error', () => response.destroy());
		forwarded.end();
	});
	return await listen(server);
}

/** One direction of the way between contestants and service. */
class Line {
	private freeAtMs = 0;

	/** @param openedAtMs nothing is under way before that */
	carry(from: Socket, to: Socket, openedAtMs: number): void {
		const underWay: Array<() => void> = [];
		const deliverLater = (deliver: () => void, bytes: number) => {
			const nowMs = performance.now();
			this.freeAtMs = Math.max(this.freeAtMs, nowMs) + bytes / BYTES_PER_MS;
			underWay.push(deliver);
			const atMs = Math.max(this.freeAtMs, openedAtMs) + ONE_WAY_MS;
			// Timers of different lengths may overtake each other, bytes may not.
			setTimeout(() => underWay.shift()?.(), atMs - nowMs);
		};
		from.on('data', (bytes: Buffer) => deliverLater(() => to.write(bytes), bytes.length));
		from.on('end', () => deliverLater(() => to.end(), 0));
		from.on('error', () => to.destroy());
	}
}

/**
 * The same service far away: HTTPS behind a line that delays every byte by half a round trip each way. The
 * kernel shakes hands for TCP on the spot, so the first bytes of a connection set off a round trip later.
 */
export async function startFarAway(baseUrl: string): Promise<string> {
	const port = await listenFar(await startHttps(baseUrl));
	return `https://${HOST}:${port}`;
}

async function listenFar(port: number): Promise<number> {
	const [there, back] = [new Line(), new Line()];
	const proxy = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
		const server = connect({ port, host: HOST, allowHalfOpen: true, noDelay: true });
		there.carry(client, server, performance.now() + 2 * ONE_WAY_MS);
		back.carry(server, client, 0);
	});
	return await listen(proxy);
}
