import { createServer } from 'node:http';
import type { CommandRun } from '../command/command';
import { listenDuring } from './plainServer';

/** A host that nobody named in a credential. */
export interface Stranger {
	readonly baseUrl: string;
	/** All that it was ever sent: request lines and headers, as they came. */
	received(): Buffer;
}

/** Starts it on the loopback interface, to be stopped with the run. */
export async function startStranger(run: CommandRun): Promise<Stranger> {
	const requests: string[] = [];
	const server = createServer((request, response) => {
		requests.push(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n`);
		request.setEncoding('utf8').on('data', (body: string) => requests.push(body));
		request.on('end', () => response.end('{}'));
	});
	return {
		baseUrl: await listenDuring(run, server),
		received: () => Buffer.from(requests.join('\n')),
	};
}
