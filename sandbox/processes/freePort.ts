import { createServer } from 'node:net';

// These are below the ports that systems lend to outgoing connections and to listen(0): one of those may be gone before
// the program listens.
const [FIRST, COUNT] = [20_000, 12_000];
let next = Math.floor(Math.random() * COUNT);

function isFree(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer().once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}

/**
 * A port that is free on the loopback interface, for a program that has to be told a number: the wanted one if it is,
 * else one that was not given before.
 */
export async function freePort(wanted = 0): Promise<number> {
	if (wanted !== 0 && (await isFree(wanted))) return wanted;
	for (let tried = 0; tried < COUNT; tried += 1) {
		const port = FIRST + (next++ % COUNT);
		if (await isFree(port)) return port;
	}
	throw new Error('No free port on 127.0.0.1');
}

/** The port that a server of ours listens on: the wanted one if it is free, else 0, which takes any. */
export async function portToListenOn(wanted = 0): Promise<number> {
	return (await isFree(wanted)) ? wanted : 0;
}
