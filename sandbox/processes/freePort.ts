import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

function listenOn(port: number): Promise<number | undefined> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(undefined));
		server.listen(port, '127.0.0.1', () => {
			const address = server.address() as AddressInfo;
			server.close(() => resolve(address.port));
		});
	});
}

/**
 * A port that is free on the loopback interface: the wanted one if it is, else any. For a program that
 * has to be told a number; another one may take it meanwhile.
 */
export async function freePort(wanted = 0): Promise<number> {
	const port = (await listenOn(wanted)) ?? (await listenOn(0));
	if (port === undefined) throw new Error('No free port on 127.0.0.1');
	return port;
}

/** What a server of ours listens on: the wanted port if it is free, else 0, which takes any. */
export async function portToListenOn(wanted = 0): Promise<number> {
	return wanted === 0 ? 0 : ((await listenOn(wanted)) ?? 0);
}
