import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CommandRun } from '../command/command';

/** How a service gives back the token that it was sent, in an answer that is of no use. */
export const ECHOES = ['refusal', 'error', 'page', 'broken', 'otherShape', 'redirect'] as const;

export type Echo = (typeof ECHOES)[number];

interface IssuedToken {
	readonly accessToken: string;
	readonly refreshToken: string;
}

/** A service that says everything that it was told. */
export interface HostileService {
	readonly baseUrl: string;
	echo: Echo;
	/** Whether the exchange answers with a token; otherwise it echoes, too. */
	exchanges: boolean;
	/** Every access token that it gave, and what for. */
	readonly issued: readonly IssuedToken[];
}

interface Answer {
	readonly status: number;
	readonly type: string;
	readonly body: string;
	readonly location?: string;
}

const JSON_TYPE = 'application/json';

function echoOf(token: string, echo: Echo, strangerUrl: string): Answer {
	switch (echo) {
		case 'refusal':
			return { status: 401, type: JSON_TYPE, body: JSON.stringify({ message: `No: ${token}` }) };
		case 'error':
			return { status: 500, type: 'text/plain', body: `Authorization: Bearer ${token}` };
		case 'page':
			return { status: 200, type: 'text/html', body: `<html><pre>${token}</pre></html>` };
		case 'broken':
			return { status: 200, type: JSON_TYPE, body: `{"data":[{"token":"${token}"` };
		case 'otherShape':
			return { status: 200, type: JSON_TYPE, body: JSON.stringify({ data: token, [token]: 1 }) };
		case 'redirect':
			return {
				status: 302,
				type: 'text/plain',
				body: token,
				location: `${strangerUrl}/${encodeURIComponent(token)}`,
			};
	}
}

function send(response: ServerResponse, token: string, answer: Answer): void {
	// Not every client shows the reason phrase or headers; those that do may not write them down.
	response.writeHead(answer.status, `Was sent ${token.replace(/[^\x21-\x7e]/g, '')}`, {
		'content-type': answer.type,
		'x-request-authorization': token,
		'www-authenticate': `Bearer realm="${token}"`,
		...(answer.location === undefined ? {} : { location: answer.location }),
	});
	response.end(answer.body);
}

function isExchange({ url = '' }: IncomingMessage): boolean {
	return url.endsWith('/refresh_token');
}

/** Has a server listen on any port of the loopback interface until the run ends. Gives its base URL. */
async function listenDuring({ teardown }: CommandRun, server: Server): Promise<string> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	teardown.add(() => {
		server.closeAllConnections();
		server.close();
	});
	const { port } = server.address() as AddressInfo;
	return `http://127.0.0.1:${port}`;
}

/** Starts it, to be stopped with the run. */
export async function startHostileService(
	strangerUrl: string,
	run: CommandRun,
): Promise<HostileService> {
	const issued: IssuedToken[] = [];
	const server = createServer((request, response) => {
		const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
		if (isExchange(request) && service.exchanges) {
			const given = `access-${randomBytes(24).toString('base64url')}`;
			issued.push({ accessToken: given, refreshToken: token });
			response.setHeader('content-type', JSON_TYPE).end(JSON.stringify({ Message: given }));
		} else {
			send(response, token, echoOf(token, service.echo, strangerUrl));
		}
	});
	const service: HostileService = {
		baseUrl: await listenDuring(run, server),
		echo: 'refusal',
		exchanges: true,
		issued,
	};
	return service;
}

/** Starts a host that nobody named in a credential; it keeps all that it is sent, as it came. */
export async function startStranger(run: CommandRun) {
	const requests: string[] = [];
	const server = createServer((request, response) => {
		requests.push(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n`);
		request.setEncoding('utf8').on('data', (body: string) => requests.push(body));
		request.on('end', () => response.end('{}'));
	});
	const baseUrl = await listenDuring(run, server);
	return { baseUrl, received: () => Buffer.from(requests.join('\n')) };
}
