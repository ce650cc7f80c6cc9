import type { Message } from '../../../sandbox/sink/message';
import type { Sink, SinkOptions } from '../../../sandbox/sink/sink';
import { startSink } from '../../../sandbox/sink/sink';

const running: Sink[] = [];
afterEach(async () => {
	await Promise.all(running.splice(0).map((sink) => sink.close()));
});

async function start(options?: SinkOptions): Promise<Sink> {
	const sink = await startSink(options);
	running.push(sink);
	return sink;
}

async function post(sink: Sink, path: string, init: RequestInit): Promise<Message | undefined> {
	const response = await fetch(sink.baseUrl + path, { method: 'POST', ...init });
	expect([response.status, await response.json()]).toEqual([200, { received: true }]);
	return sink.inbox.messages.at(-1);
}

const NAMED = { 'x-workflow-id': 'Zk3_a-9', 'x-workflow-name': 'Alerts', 'x-execution-id': '12' };

it('keeps what a workflow sent, and who it says it is', async () => {
	const sink = await start();
	const before = Date.now();
	const message = await post(sink, '/slack?x=1', { body: '{"text":"hi"}', headers: NAMED });
	expect(message).toMatchObject({
		number: 1,
		path: '/slack?x=1',
		bytes: 13,
		content: { kind: 'slack', text: 'hi' },
		sender: { workflowId: 'Zk3_a-9', workflowName: 'Alerts', executionId: '12' },
	});
	expect(message?.receivedAtMs).toBeGreaterThanOrEqual(before);
});

it('ids that would lead elsewhere are none', async () => {
	const sink = await start();
	const odd = { ...NAMED, 'x-workflow-id': '../../signout' };
	expect(await post(sink, '/x', { body: 'a', headers: odd })).not.toHaveProperty('sender');
	const oddExecution = { ...NAMED, 'x-execution-id': '1/../2' };
	const message = await post(sink, '/x', { body: 'a', headers: oddExecution });
	expect(message?.sender).toEqual({ workflowId: 'Zk3_a-9', workflowName: 'Alerts' });
});

it('asks who it is only where a message does not say so, and before it is answered', async () => {
	let asked = 0;
	const sink = await start({
		findSender: async () => {
			await new Promise(setImmediate);
			return { workflowId: 'found', workflowName: `Found ${++asked}` };
		},
	});
	expect((await post(sink, '/x', { body: 'a', headers: NAMED }))?.sender?.workflowId).toBe(
		'Zk3_a-9',
	);
	expect((await post(sink, '/x', { body: 'a' }))?.sender?.workflowName).toBe('Found 1');
});

it('a file is named by its type and size, and not read as text', async () => {
	const body = Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0]);
	const message = await post(await start(), '/file', {
		body,
		headers: { 'content-type': 'application/zip' },
	});
	expect(message).toMatchObject({
		bytes: 7,
		contentType: 'application/zip',
		content: { kind: 'plain', text: '' },
	});
});

it('nothing at all is a message, too', async () => {
	expect(await post(await start(), '/x', {})).toMatchObject({ bytes: 0, contentType: '' });
});

it('takes the port that it is given, or another one where that is in use', async () => {
	const first = await start();
	const port = Number(new URL(first.baseUrl).port);
	const second = await start({ port });
	expect(second.baseUrl).not.toBe(first.baseUrl);
	await first.close();
	expect((await start({ port })).baseUrl).toBe(first.baseUrl);
});
