import { createServer } from 'node:net';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { OrgEventLog } from '../../../../nodes/OrgEventLog/OrgEventLog.node';
import { everythingIn } from '../../../support/everythingIn';
import { listen } from '../../../support/listen';
import { testCredential } from '../../../support/credentialTest';
import { createCredentialStore, createExecuteContext } from '../../../support/n8nContexts';

/** What a service may have got from us or from somebody else, and nobody should see again. */
const MARK = 'SeCrEt4711';
const KEY = { authentication: 'apiKey', apiKey: MARK };
const TOKEN = { authentication: 'refreshToken', refreshToken: MARK };

let response: string;
const server = createServer((socket) => {
	socket.on('error', () => {});
	socket.on('data', () => socket.end(response));
});
let baseUrl: string;
beforeAll(async () => {
	baseUrl = await listen(server);
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(() => {
	jest.restoreAllMocks();
	server.close();
});

/** A response as it stands on the wire. */
function wire(status: string, headers: string, body: string): string {
	const length = Buffer.byteLength(body);
	return `HTTP/1.1 ${status}\r\n${headers}Connection: close\r\nContent-Length: ${length}\r\n\r\n${body}`;
}

const RESPONSES: ReadonlyArray<readonly [string, string]> = [
	['the reason phrase', wire(`418 ${MARK}`, '', '')],
	['the reason phrase of a 401', wire(`401 ${MARK}`, '', MARK)],
	['Location, as a host', wire('302 Found', `Location: https://${MARK}.example/\r\n`, '')],
	['Location, as nothing', wire('302 Found', `Location: http://[${MARK}\r\n`, '')],
	['Content-Encoding', wire('200 OK', `Content-Encoding: ${MARK}\r\n`, 'x')],
	['Content-Type', wire('200 OK', `Content-Type: ${MARK}\r\n`, 'x')],
	['a header that is none', `HTTP/1.1 200 OK\r\n${MARK} ${MARK}\r\n\r\n`],
	['what is no HTTP', MARK],
	['a token that is none', wire('200 OK', '', `{"Message":"two words: ${MARK}"}`)],
];

/** What comes of a run of the node, a failure included, and what it says above its items. */
async function outcomeOf(fields: ICredentialDataDecryptedObject, parameters: INodeParameters) {
	const credential = createCredentialStore({ baseUrl, ...fields });
	const node = new OrgEventLog();
	const all = { ...parameters, options: { timeout: 2_000 } };
	const { run, hints } = createExecuteContext({ credential, node, parameters: all });
	const outcome = await run(async (context) =>
		node.execute.call(context).catch((error: unknown) => error),
	);
	return { outcome, hints };
}

it.each(RESPONSES)('nothing of %s is in a failure', async (_place, sent) => {
	response = sent;
	for (const fields of [KEY, TOKEN]) {
		const { outcome: error } = await outcomeOf(fields, { operation: 'list' });
		expect(error).toMatchObject({
			name: expect.stringMatching(/^Node(Api|Operation)Error$/) as string,
		});
		expect(everythingIn(error).toLowerCase()).not.toContain(MARK.toLowerCase());

		const tested = await testCredential(createCredentialStore({ baseUrl, ...fields }));
		expect(tested).toMatchObject({ status: 'Error' });
		expect(String(tested.message).toLowerCase()).not.toContain(MARK.toLowerCase());
	}
});

it.each(['list', 'count'])('nor of an event that %s can’t filter', async (operation) => {
	const event = { id: MARK, created_at: MARK, created_at_ns: MARK, severity: MARK };
	response = wire('200 OK', '', JSON.stringify({ data: operation === 'list' ? [event] : MARK }));
	const filters = { startTime: '1714564800000000000', endTime: '1914564800000000000' };
	const shown = await outcomeOf(KEY, { operation, filters });
	expect(everythingIn(shown)).not.toContain(MARK);
});
