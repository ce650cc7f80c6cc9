import { type RequestListener, type ServerResponse, createServer } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { createEventLogClient } from '../../../../nodes/OrgEventLog/api/clientContext';
import { MAX_BODY_BYTES } from '../../../../nodes/OrgEventLog/api/request';
import type { EventLogFailure } from '../../../../nodes/OrgEventLog/errors/failure';
import { testCredential } from '../../../support/credentialTest';
import { listen } from '../../../support/listen';
import {
	createCredentialStore,
	createExecuteContext,
	createPollContext,
} from '../../../support/n8nContexts';

const KEY = { authentication: 'apiKey', apiKey: 'key' };
const TOKEN = { authentication: 'refreshToken', refreshToken: 'refresh-token' };
const EXCHANGE = '/api/v1/refresh_token';
const CHUNK = Buffer.alloc(1024 * 1024, ' ');
const JSON_HEAD = { 'content-type': 'application/json' };
const TOO_LARGE = 'The response from the service is too large';

/** What the service has written, and the connections that are open. */
let bytesWritten: number;
let sockets: Set<Socket>;
let respond: RequestListener;

const server = createServer((request, response) => respond(request, response));
server.on('connection', (socket) => {
	sockets.add(socket);
	socket.on('error', () => {});
	socket.on('close', () => sockets.delete(socket));
});
let baseUrl: string;
beforeAll(async () => {
	baseUrl = await listen(server);
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});
beforeEach(() => {
	bytesWritten = 0;
	sockets = new Set();
});

/** Writes until the other side has had enough, or far more than it should take. */
function writeWithoutEnd(response: ServerResponse): void {
	if (response.destroyed || bytesWritten > 4 * MAX_BODY_BYTES) return void response.end();
	bytesWritten += CHUNK.length;
	response.write(CHUNK, () => writeWithoutEnd(response));
}

function endless(status = 200): RequestListener {
	return (_request, response) => {
		response.writeHead(status, JSON_HEAD);
		writeWithoutEnd(response);
	};
}

/** JSON of no content but its length, compressed to a thousandth. */
function bomb(bytes: number): RequestListener {
	const body = gzipSync(`{"data":[]${' '.repeat(bytes)}}`);
	return (_request, response) =>
		void response.writeHead(200, { ...JSON_HEAD, 'content-encoding': 'gzip' }).end(body);
}

/** An exchange as it should be in front of everything else. */
function afterExchange(then: RequestListener): RequestListener {
	return (request, response) =>
		request.url === EXCHANGE
			? void response.writeHead(200, JSON_HEAD).end('{"Message":"access-token"}')
			: then(request, response);
}

async function readPage(fields: ICredentialDataDecryptedObject, context = createExecuteContext) {
	const credential = createCredentialStore({ baseUrl, ...fields });
	const client = await createEventLogClient(context({ credential }).context, {
		timeoutMs: 60_000,
		maxParallelRequests: 1,
	});
	return await client.listPage({}, { order: 'ASC', skip: 0, limit: 100 });
}

async function failureOf(work: Promise<unknown>): Promise<EventLogFailure> {
	const [outcome] = await Promise.allSettled([work]);
	if (outcome.status === 'fulfilled') throw new Error('It should have failed');
	return outcome.reason as EventLogFailure;
}

async function messageOfTest(fields: ICredentialDataDecryptedObject) {
	return (await testCredential(createCredentialStore({ baseUrl, ...fields }))).message;
}

async function untilAllAreClosed(): Promise<void> {
	const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
	await Promise.all([...sockets].map(closed));
}

describe('a body without an end', () => {
	it.each([
		['an execution', createExecuteContext],
		['a poll', createPollContext],
	])(
		'is a failure of %s that says so, after as much as a response may have',
		async (_, context) => {
			respond = endless();
			const failure = await failureOf(readPage(KEY, context as typeof createExecuteContext));
			expect(failure).toMatchObject({ kind: 'tooLarge', message: TOO_LARGE });
			expect(failure.description).toContain('more than 64 MB');
			await untilAllAreClosed();
			// A page, and one of few events.
			expect(bytesWritten).toBeLessThan(3 * MAX_BODY_BYTES);
		},
	);

	it('behind a refusal changes nothing of what the refusal is, and is not waited for', async () => {
		respond = afterExchange(endless(401));
		expect(await failureOf(readPage(TOKEN))).toMatchObject({ kind: 'accessTokenRefused' });
		// In eight requests.
		expect(bytesWritten).toBeLessThan(MAX_BODY_BYTES);
	});

	it('in the test of a credential is named to who tests it', async () => {
		respond = endless();
		expect(await messageOfTest(TOKEN)).toContain(TOO_LARGE);
		expect(await messageOfTest(KEY)).toContain(`${TOO_LARGE}. ${baseUrl} sent more than 64 MB`);
		respond = afterExchange(endless(403));
		expect(await messageOfTest(TOKEN)).toContain('not allowed to read the event log');
		await untilAllAreClosed();
	});
});

it('a small body that grows beyond all bounds when decompressed is cut off, too', async () => {
	respond = bomb(1.1 * MAX_BODY_BYTES);
	expect(await failureOf(readPage(KEY))).toMatchObject({ kind: 'tooLarge' });
	expect(await messageOfTest(KEY)).toContain(TOO_LARGE);
	await untilAllAreClosed();
});

it('a body that is not compressed as it says is named, after a second try and one for few events', async () => {
	for (const encoding of ['gzip', 'deflate', 'br']) {
		let requests = 0;
		respond = (_request, response) => {
			requests += 1;
			response.writeHead(200, { ...JSON_HEAD, 'content-encoding': encoding }).end('{"data":[]}');
		};
		const { kind } = await failureOf(readPage(KEY));
		expect([encoding, kind, requests]).toEqual([encoding, 'brokenJson', 3]);
	}
});

it('a connection over which a body goes on dripping after Timeout is closed', async () => {
	const closed: Array<Promise<unknown>> = [];
	respond = (_request, response) => {
		closed.push(new Promise((resolve) => response.once('close', resolve)));
		response.writeHead(200, JSON_HEAD).write('{"data":[');
		const drip = setInterval(() => response.write(' '), 10);
		response.once('close', () => clearInterval(drip));
	};
	const credential = createCredentialStore({ baseUrl, ...KEY });
	// On a busy machine the time may be over before the service has begun to answer.
	for (let timeoutMs = 50; closed.length === 0; timeoutMs *= 2) {
		const client = await createEventLogClient(createExecuteContext({ credential }).context, {
			timeoutMs,
			maxParallelRequests: 1,
		});
		const page = client.listPage({}, { order: 'ASC', skip: 0, limit: 100 });
		expect(await failureOf(page)).toMatchObject({ kind: 'timedOut' });
	}
	await Promise.all(closed);
});
