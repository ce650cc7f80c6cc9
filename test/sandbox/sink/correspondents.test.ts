import { createHash } from 'node:crypto';
import type { ReceivedMessage } from '../../../sandbox/sink/message';
import type { Sink } from '../../../sandbox/sink/sink';
import { startSink } from '../../../sandbox/sink/sink';

let sink: Sink;
let sent: ReceivedMessage[];

beforeEach(async () => {
	sent = [];
	sink = await startSink({ listener: { onReceived: (message) => void sent.push(message) } });
});

afterEach(async () => await sink.close());

async function post(path: string, body: unknown): Promise<unknown> {
	const response = await fetch(`${sink.baseUrl}${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return await response.json();
}

const bodies = () => sent.map(({ body }): unknown => JSON.parse(body.toString('utf8')));

describe('tickets', () => {
	const ticket = { project: 'SEC', summary: 'A device', labels: ['event-1', 'device-a'] };
	const search = async (jql: string) => await post('/ticket/search', { jql });

	it('are found by any of their labels, and arrive as messages', async () => {
		expect(await search('labels = "event-1"')).toEqual([]);
		expect(await post('/ticket', ticket)).toEqual({ id: '10001', key: 'SEC-1' });
		const found = [{ key: 'SEC-1', fields: { labels: ['event-1', 'device-a'] } }];
		expect(await search('labels = "event-1"')).toMatchObject(found);
		const either = 'labels = "event-2" OR (labels = "device-a" AND statusCategory != Done)';
		expect(await search(either)).toMatchObject(found);
		expect(await search('labels = "event-2"')).toEqual([]);
		expect(bodies()).toEqual([ticket]);
	});
});

it('a ticket in another shape is taken, too', async () => {
	const response = await fetch(`${sink.baseUrl}/ticket`, { method: 'POST', body: 'Help!' });
	expect(await response.json()).toEqual({ id: '10001', key: 'SEC-1' });
	expect(await post('/ticket', [1])).toEqual({ id: '10002', key: 'SEC-2' });
});

it('a ticket is opened whatever its address asks besides', async () => {
	expect(await post('/ticket?project=SEC', { summary: 'A device' })).toEqual({
		id: '10001',
		key: 'SEC-1',
	});
});

it('a mail with files says what each file is', async () => {
	const form = new FormData();
	form.set('subject', 'Report');
	form.set('data', new File(['a,b\r\n'], 'report.csv', { type: 'text/csv' }));
	const response = await fetch(`${sink.baseUrl}/mail`, { method: 'POST', body: form });
	expect(await response.json()).toEqual({ received: true });
	const sha256 = createHash('sha256').update('a,b\r\n').digest('hex');
	expect(bodies()).toEqual([
		{ subject: 'Report', attachments: [{ name: 'report.csv', bytes: 5, sha256 }] },
	]);
});

it('a question to a chat is the mail that it stands in for, with its link', async () => {
	const answer = await post('/botnone-is-needed/sendMessage', {
		chat_id: 'wf1\nMonthly report\n7\nf@example.com\nt@example.com\nPlease sign',
		text: 'Do you?',
		reply_markup: { inline_keyboard: [[{ text: 'Yes', url: 'https://n8n.example.com/w/7' }]] },
	});
	expect(answer).toEqual({ received: true });
	expect(sent).toMatchObject([
		{ url: '/mail', headers: { 'x-workflow-id': 'wf1', 'x-execution-id': '7' } },
	]);
	expect(bodies()).toEqual([
		{
			from: 'f@example.com',
			to: 't@example.com',
			subject: 'Please sign',
			text: 'Do you?\n\nYes: https://n8n.example.com/w/7',
		},
	]);
});

it('what only looks like a question to a chat is kept as it came', async () => {
	await post('/bot1/sendMessage', [1]);
	await post('/bot1/sendMessage', { chat_id: 1, reply_markup: { inline_keyboard: [7] } });
	expect(sent.map(({ url }) => url)).toEqual(['/bot1/sendMessage', '/mail']);
});

describe('the bucket store', () => {
	const fetchText = async (path: string, init?: RequestInit) =>
		await (await fetch(`${sink.baseUrl}/s3/bucket.example.com${path}`, init)).text();

	it('keeps a file, whole or in parts, lists it and forgets it', async () => {
		await fetchText('/a/one.txt', { method: 'PUT', body: 'one' });
		await fetchText('/a/two.txt?uploads', { method: 'POST' });
		await fetchText('/a/two.txt?partNumber=1&uploadId=only', { method: 'PUT', body: 't' });
		await fetchText('/a/two.txt?partNumber=2&uploadId=only', { method: 'PUT', body: 'wo' });
		expect(await fetchText('/a/two.txt?uploadId=only')).toContain('<PartNumber>2</PartNumber>');
		await fetchText('/a/two.txt?uploadId=only', { method: 'POST', body: '<xml/>' });
		expect(await fetchText('/a/one.txt')).toBe('one');
		expect(await fetchText('/a/two.txt')).toBe('two');
		const listed = await fetchText('?list-type=2&prefix=a/');
		expect(listed.match(/<Key>[^<]*/g)).toEqual(['<Key>a/one.txt', '<Key>a/two.txt']);
		expect(await fetchText('?list-type=2&prefix=b/')).not.toContain('<Key>');
		await fetchText('/a/one.txt', { method: 'DELETE' });
		const gone = await fetch(`${sink.baseUrl}/s3/bucket.example.com/a/one.txt`);
		expect(gone.status).toBe(404);
	});

	it('says where a bucket is, and is nobody’s message', async () => {
		expect(await fetchText('?location=')).toContain('us-east-1</LocationConstraint>');
		expect(sent).toEqual([]);
	});
});

describe('the chat model', () => {
	const question = {
		role: 'user',
		content: "What happened to ada@example.com's device yesterday?",
	};
	const properties = { userEmail: { type: 'string' }, period: { type: 'string' } };
	const tools = [{ type: 'function', function: { name: 'log', parameters: { properties } } }];
	const ask = async (...messages: object[]) =>
		await post('/v1/chat/completions', { model: 'any', messages, tools });

	it('calls its tool with what the question says', async () => {
		const wanted = { userEmail: 'ada@example.com', period: 'yesterday' };
		expect(await ask(question)).toMatchObject({
			choices: [
				{
					finish_reason: 'tool_calls',
					message: {
						tool_calls: [{ function: { name: 'log', arguments: JSON.stringify(wanted) } }],
					},
				},
			],
		});
	});

	it('tells what the tool returned, and is nobody’s message', async () => {
		const answer = { message: { content: 'The tool returned:\n[]' }, finish_reason: 'stop' };
		expect(await ask(question, { role: 'tool', content: '[]' })).toMatchObject({
			choices: [answer],
		});
		expect(sent).toEqual([]);
	});
});
