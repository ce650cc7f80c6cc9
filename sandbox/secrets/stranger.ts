import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CommandRun } from '../command/command';

/** A host that nobody named in a credential. */
export interface Stranger {
	readonly baseUrl: string;
	/** All that it was ever sent: request lines and headers, as they came. */
	received(): Buffer;
}

/** Starts it on the loopback interface, to be stopped with the run. */
export async function startStranger({ teardown }: CommandRun): Promise<Stranger> {
	const requests: string[] = [];
	const server = createServer((request, response) => {
		requests.push(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n`);
		request.setEncoding('utf8').on('data', (body: string) => requests.push(body));
		request.on('end', () => response.end('{}'));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	teardown.add(() => {
		server.closeAllConnections();
		server.close();
	});
	const { port } = server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${port}`,
		received: () => Buffer.from(requests.join('\n')),
	};
}
