import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort, portToListenOn } from '../../../sandbox/processes/freePort';

async function whileInUse(port: number, use: () => Promise<void>): Promise<void> {
	const server = createServer().listen(port, '127.0.0.1');
	await once(server, 'listening');
	await use();
	server.close();
	await once(server, 'close');
}

it('a server of ours takes any port unless one is wanted', async () => {
	expect(await portToListenOn()).toBe(0);
});

it('a wanted port is taken where it is free, and another one where it is not', async () => {
	const wanted = await freePort();
	expect(await portToListenOn(wanted)).toBe(wanted);
	await whileInUse(wanted, async () => {
		expect(await portToListenOn(wanted)).toBe(0);
		expect(await freePort(wanted)).not.toBe(wanted);
	});
});
