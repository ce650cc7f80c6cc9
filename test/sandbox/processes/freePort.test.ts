import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from '../../../sandbox/processes/freePort';

test('a program is told a port of its own, which no outgoing connection can take before it listens', async () => {
	const ports = await Promise.all(Array.from({ length: 40 }, async () => await freePort()));
	expect(new Set(ports).size).toBe(40);
	expect(Math.max(...ports)).toBeLessThan(32_768);
});

test('a port that is taken is not handed out, even where it is wanted', async () => {
	const port = await freePort();
	const server = createServer().listen(port, '127.0.0.1');
	await once(server, 'listening');
	expect(await freePort(port)).not.toBe(port);
	server.close();
	await once(server, 'close');
	expect(await freePort(port)).toBe(port);
});
