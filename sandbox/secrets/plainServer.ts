import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CommandRun } from '../command/command';

/** Has a server listen on any port of the loopback interface until the run ends. Gives its base URL. */
export async function listenDuring({ teardown }: CommandRun, server: Server): Promise<string> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	teardown.add(() => {
		server.closeAllConnections();
		server.close();
	});
	const { port } = server.address() as AddressInfo;
	return `http://127.0.0.1:${port}`;
}
