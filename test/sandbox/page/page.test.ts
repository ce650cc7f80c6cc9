import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { MAX_LOG_ROWS, MAX_SHOWN_MESSAGES } from '../../../sandbox/page/client/pageState';
import { MAX_MESSAGES } from '../../../sandbox/sink/inbox';
import { readMessage } from '../../../sandbox/sink/message';
import { FEED, ask } from '../service/ask';
import { openStream } from './eventStream';
import type { OpenedPage } from './openedPage';
import { pagesForTests } from './openedPage';

const open = pagesForTests();

/** The status of a request with headers that `fetch` doesn't let one choose. */
async function statusWith(
	{ url }: OpenedPage,
	headers: Readonly<Record<string, string>>,
	{ method = 'GET', path = '/' } = {},
): Promise<number | undefined> {
	return await new Promise((resolve, reject) => {
		const sent = request(url + path, { method, headers }, (response) => {
			resolve(response.statusCode);
			response.destroy();
		});
		sent.on('error', reject).end();
	});
}

describe('who is answered', () => {
	it('this machine by either name, and no name that only leads here', async () => {
		const opened = await open();
		const { port } = new URL(opened.url);
		expect(await statusWith(opened, { host: `127.0.0.1:${port}` })).toBe(200);
		expect(await statusWith(opened, { host: `localhost:${port}` })).toBe(200);
		for (const host of ['evil.example:80', `evil.example:${port}`, '127.0.0.1', 'localhost:1']) {
			expect(await statusWith(opened, { host })).toBe(403);
			expect(await statusWith(opened, { host }, { path: '/stream' })).toBe(403);
		}
	});

	it("buttons are pressed by the page's own origin only", async () => {
		const opened = await open();
		const button = { method: 'POST', path: '/buttons/refuseAccess' };
		expect(await statusWith(opened, {}, button)).toBe(403);
		for (const origin of ['null', 'https://evil.example', 'http://127.0.0.1:1']) {
			expect(await statusWith(opened, { origin }, button)).toBe(403);
		}
		expect(opened.systems.service.log.size).toBe(30);
		expect(await statusWith(opened, { origin: opened.url }, button)).toBe(204);
		expect(opened.systems.service.log.size).toBe(31);
	});

	it("the stream isn't for another site's page", async () => {
		const opened = await open();
		const headers = { origin: 'https://evil.example' };
		expect(await statusWith(opened, headers, { path: '/stream' })).toBe(403);
	});
});

/** Where a module's import leads, by the page's import map. */
function pathOf(specifier: string, importer: string): string {
	const mapped = specifier.replace(/^lit-html(\/|$)/, (_, slash) =>
		slash === '/' ? '/lit-html/' : '/lit-html/lit-html.js',
	);
	return new URL(mapped, `http://page${importer}`).pathname;
}

/** Loads these and all that they import. Gives their types by their paths. */
async function loadAll(url: string, first: readonly string[]): Promise<Map<string, string | null>> {
	const loaded = new Map<string, string | null>();
	for (const waiting = [...first]; waiting.length > 0;) {
		const path = waiting.pop() ?? '';
		if (loaded.has(path)) continue;
		const response = await fetch(url + path);
		expect([path, response.status]).toEqual([path, 200]);
		loaded.set(path, response.headers.get('content-type'));
		const imports = (await response.text()).matchAll(/\bfrom\s*["']([^"']+)["']/g);
		waiting.push(...[...imports].map(([, specifier = '']) => pathOf(specifier, path)));
	}
	return loaded;
}

describe('what is served', () => {
	it('the page, everything that it loads, and a policy under which text stays text', async () => {
		const { url } = await open();
		const response = await fetch(url);
		const policy = response.headers.get('content-security-policy') ?? '';
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("require-trusted-types-for 'script'");
		expect(policy).not.toContain('unsafe');
		const links = (await response.text()).matchAll(/(?:src|href)="([^"]+)"/g);
		const loaded = await loadAll(
			url,
			[...links].map(([, path = '']) => path),
		);
		expect(loaded.get('/client/main')).toMatch(/^text\/javascript/);
		expect([...loaded.keys()]).toEqual(
			expect.arrayContaining(['/client/messageView', '/lit-html/lit-html.js', '/page.css']),
		);
	});

	it('nothing beyond: no file that is near', async () => {
		const opened = await open();
		for (const path of ['/client/tsconfig.json', '/lit-html/package.json', '/client/../page.ts']) {
			expect(await statusWith(opened, {}, { path })).toBe(404);
		}
	});
});

describe('the stream', () => {
	it('begins with all that is there', async () => {
		const opened = await open();
		const stream = await openStream(opened.url);
		const state = await stream.stateWhere(() => true);
		expect(state).toMatchObject({
			n8n: { status: 'starting' },
			serviceUrl: opened.systems.service.baseUrl,
			sinkUrl: opened.systems.sink.baseUrl,
			logSize: 30,
		});
		expect(state.log).toHaveLength(30);
		expect(new Set(state.log.map((row) => row.state))).toEqual(new Set(['before']));
		const times = state.log.map(({ createdAtMs }) => createdAtMs);
		expect(times).toEqual([...times].sort((one, other) => other - one));
		stream.close();
	});

	it('goes on with what happens, and a second one begins with that', async () => {
		const opened = await open();
		const first = await openStream(opened.url);
		await opened.press('refuseAccess');
		const { log } = await first.stateWhere(({ logSize }) => logSize === 31);
		expect(log[0]).toMatchObject({
			state: 'waiting',
			isPressed: true,
			kind: 'Identity · UserPrincipal · Deny',
		});
		first.close();
		const second = await openStream(opened.url);
		expect((await second.stateWhere(() => true)).log[0]).toEqual(log[0]);
		second.close();
	});

	it('is the same after any number of changes for who was there and who comes', async () => {
		const opened = await open();
		const first = await openStream(opened.url);
		await opened.press('burst');
		await opened.press('startOutage');
		await post(opened, '/slack', { text: 'Hello' });
		const followed = await first.stateWhere(({ received }) => received === 1);
		const second = await openStream(opened.url);
		expect(await second.stateWhere(() => true)).toEqual(followed);
		first.close();
		second.close();
	});

	it('is cut off for a browser that does not read, whose unread changes would pile up', async () => {
		const opened = await open();
		const { host, port } = new URL(opened.url);
		const socket = connect({ port: Number(port), host: '127.0.0.1' });
		socket.write(`GET /stream HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
		await once(socket, 'readable');
		const body = Buffer.from('x'.repeat(10_000));
		const message = { number: 1, ...readMessage({ url: '/x', headers: {}, body }, undefined) };
		for (let sent = 0; sent < 3_000; sent++) opened.page.sinkListener.onMessage(message);
		socket.resume();
		await once(socket, 'close');
	});

	it('says when n8n has read the log, not when it was refused', async () => {
		const opened = await open();
		const stream = await openStream(opened.url);
		await ask(opened.systems.service, FEED, {}, { token: 'wrong' });
		const refused = await stream.stateWhere(({ visits }) => visits.lastStatus === 401);
		expect(refused.visits.lastReadAtMs).toBeNull();
		await ask(opened.systems.service, FEED);
		const read = await stream.stateWhere(({ visits }) => visits.lastStatus === 200);
		expect(read.visits.lastReadAtMs).toBeGreaterThanOrEqual(refused.visits.lastAtMs ?? Infinity);
		stream.close();
	});

	it('says that an event has been read as soon as any trigger has read it', async () => {
		const opened = await open();
		const stream = await openStream(opened.url);
		await ask(opened.systems.service, FEED);
		await opened.press('refuseAccess');
		// Triggers come by turns, within the same visit.
		await ask(opened.systems.service, FEED);
		const read = await stream.stateWhere(
			({ log: [newest], visits }) => (visits.lastReadAtMs ?? 0) >= (newest?.visibleAtMs ?? 0),
		);
		expect(read.logSize).toBe(31);
		stream.close();
	});

	it('ends with the sandbox', async () => {
		const opened = await open();
		const stream = await openStream(opened.url);
		await stream.stateWhere(() => true);
		const ended = stream.ended();
		await opened.close();
		await ended;
	});
});

async function post(
	{ systems }: OpenedPage,
	path: string,
	body: unknown,
	headers: Readonly<Record<string, string>> = {},
): Promise<void> {
	const response = await fetch(systems.sink.baseUrl + path, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	});
	expect(response.status).toBe(200);
}

describe('what workflows send', () => {
	it('is shown with who has sent it', async () => {
		const opened = await open();
		const stream = await openStream(opened.url);
		const sender = { 'x-workflow-id': 'abc', 'x-workflow-name': 'Alerts', 'x-execution-id': '7' };
		await post(opened, '/slack', { channel: '#security', text: 'Ada was refused' }, sender);
		const { messages } = await stream.stateWhere(({ received }) => received === 1);
		expect(messages).toMatchObject([
			{
				number: 1,
				sender: { workflowId: 'abc', workflowName: 'Alerts', executionId: '7' },
				content: { kind: 'slack', channel: '#security', text: 'Ada was refused' },
			},
		]);
		stream.close();
	});

	it('is text, whatever it holds', async () => {
		const opened = await open();
		const stream = await openStream(opened.url);
		const text = '<img src=x onerror="alert(1)">\n\nevent: state\ndata: {}\n\n</script>\u2028';
		await post(opened, '/slack', { text });
		const { messages } = await stream.stateWhere(({ received }) => received === 1);
		expect(messages[0]?.content).toEqual({ kind: 'slack', channel: '', text });
		stream.close();
	});

	it('is marked where it tells of a press, and so is what was pressed', async () => {
		const opened = await open();
		const stream = await openStream(opened.url);
		await opened.press('refuseAccess');
		const { log } = await stream.stateWhere(({ logSize }) => logSize === 31);
		const [pressed, before] = log;
		expect([pressed?.isPressed, before?.isPressed]).toEqual([true, false]);
		const told = `*${pressed?.user}*: ${pressed?.message.replaceAll('>', '&gt;')}`;
		await post(opened, '/slack', { text: `${told} & more` });
		await post(opened, '/slack', { text: 'Somebody else was refused' });
		await post(opened, '/ticket', { summary: 'A device', labels: [`event-${pressed?.id}`] });
		const after = await stream.stateWhere(({ received }) => received === 3);
		expect(after.messages.map(({ isOfPress }) => isOfPress)).toEqual([true, false, true]);
		expect(after.log[0]?.state).toBe('delivered');
		stream.close();
	});

	it('marks an event of the log as delivered', async () => {
		const opened = await open();
		const stream = await openStream(opened.url);
		await opened.press('refuseAccess');
		const { log } = await stream.stateWhere(({ logSize }) => logSize === 31);
		await post(opened, '/deliveries', { executionId: '1', eventIds: [log[0]?.id] });
		const after = await stream.stateWhere((state) => state.log[0]?.state === 'delivered');
		expect(after.log[1]?.state).toBe('before');
		stream.close();
	});
});

it('memory is bounded, however much happens', async () => {
	const opened = await open();
	const stream = await openStream(opened.url);
	await opened.press('burst');
	for (let sent = 0; sent < MAX_MESSAGES + 10; sent++) await post(opened, '/x', { sent });
	const state = await stream.stateWhere(({ received }) => received === MAX_MESSAGES + 10);
	expect(state.log).toHaveLength(MAX_LOG_ROWS);
	expect(state.logSize).toBe(1_030);
	expect(state.messages).toHaveLength(MAX_SHOWN_MESSAGES);
	expect(state.messages[0]?.number).toBe(MAX_MESSAGES + 10);
	expect(opened.systems.sink.inbox.messages).toHaveLength(MAX_MESSAGES);
	stream.close();
});
