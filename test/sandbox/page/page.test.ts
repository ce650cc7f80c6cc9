import { request } from 'node:http';
import { isJsonObject } from '../../../sandbox/jsonGuards';
import { Teardown } from '../../../sandbox/command/teardown';
import type { ExternalSystems } from '../../../sandbox/externalSystems/externalSystems';
import { startExternalSystems } from '../../../sandbox/externalSystems/externalSystems';
import type { ButtonName, PageState } from '../../../sandbox/page/client/pageState';
import { BLANK, MAX_LOG_ROWS } from '../../../sandbox/page/client/pageState';
import { SandboxPage } from '../../../sandbox/page/sandboxPage';
import { OUTAGE_MS } from '../../../sandbox/page/switches';
import type { EventRecord } from '../../../sandbox/service';
import { DEFAULT_REFRESH_TOKEN } from '../../../sandbox/service';
import { COUNT, EXCHANGE, LIST, exchange, statusOf } from '../service/ask';

const EVENTS = 30;

let teardown: Teardown;
let systems: ExternalSystems;
let url: string;
beforeEach(async () => {
	teardown = new Teardown();
	const run = { signal: new AbortController().signal, teardown };
	const page = new SandboxPage();
	systems = await startExternalSystems(
		{
			events: EVENTS,
			startMs: Date.now() - 3_600_000,
			observers: page.observers,
			sink: { listener: page.sinkListener },
		},
		run,
	);
	url = await page.serve(systems, 0, run);
});
afterEach(async () => await teardown.run());

/** With headers that `fetch` doesn't let one choose. */
async function statusWith(headers: object, path = '/', method = 'GET'): Promise<unknown> {
	return await new Promise((resolve, reject) => {
		const sent = request(url + path, { method, headers: { ...headers } }, (response) => {
			resolve(response.statusCode);
			response.destroy();
		});
		sent.on('error', reject).end();
	});
}

async function press(name: ButtonName): Promise<void> {
	expect(await statusWith({ origin: url }, `/buttons/${name}`, 'POST')).toBe(204);
}

function isState(value: unknown): value is PageState {
	return isJsonObject(value) && Object.keys(BLANK).every((name) => name in value);
}

/** What a browser is sent, once it is as wanted. */
async function stateWhere(isWanted: (state: PageState) => boolean): Promise<PageState> {
	const end = new AbortController();
	const response = await fetch(`${url}/stream`, { signal: end.signal });
	let unread = '';
	for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
		const blocks = (unread + text).split('\n\n');
		unread = blocks.pop() ?? '';
		for (const block of blocks) {
			const state: unknown = JSON.parse(block.slice(block.indexOf('data: ') + 'data: '.length));
			if (!isState(state) || !isWanted(state)) continue;
			end.abort();
			return state;
		}
	}
	throw new Error('The stream has ended');
}

it('answers to this machine by its own names, and to nobody else', async () => {
	const { port } = new URL(url);
	expect(await statusWith({ host: `localhost:${port}` })).toBe(200);
	for (const host of [`evil.example:${port}`, '127.0.0.1', 'localhost:1']) {
		expect(await statusWith({ host })).toBe(403);
		expect(await statusWith({ host }, '/stream')).toBe(403);
	}
	for (const origin of ['null', 'https://evil.example', 'http://127.0.0.1:1']) {
		expect(await statusWith({ origin }, '/stream')).toBe(403);
		expect(await statusWith({ origin }, '/buttons/burst', 'POST')).toBe(403);
	}
	expect(await statusWith({}, '/buttons/burst', 'POST')).toBe(403);
	expect(systems.service.log.size).toBe(EVENTS);
	for (const path of ['/tsconfig.json', '/main.ts', '/../page.ts'])
		expect(await statusWith({}, path)).toBe(404);
	const policy = (await fetch(url)).headers.get('content-security-policy');
	expect(policy).toMatch(/default-src 'none'.*require-trusted-types-for 'script'/);
	expect(policy).not.toContain('unsafe');
	expect(await statusWith({ origin: url }, '/buttons/constructor', 'POST')).toBe(404);
});

it.each<readonly [ButtonName, number, Partial<EventRecord>]>([
	['refuseAccess', 1, { type: 'Identity', action: 'Deny' }],
	['refuseFiveTimes', 5, { type: 'Identity', action: 'Deny' }],
	['registerDevice', 1, { type: 'Registration', subType: 'Device', action: 'Register' }],
	['loseCompliance', 1, { type: 'TrustScoring', subType: 'Device' }],
	['burst', 1_000, {}],
])('%s: what is pressed happens', async (name, count, like) => {
	await press(name);
	const { log } = systems.service;
	const added = log.all().slice(EVENTS);
	expect(added).toHaveLength(count);
	for (const event of added) expect(event).toMatchObject(like);
	const state = await stateWhere(({ logSize }) => logSize === log.size);
	expect(state.log).toHaveLength(Math.min(EVENTS + count, MAX_LOG_ROWS));
	expect(state.log[0]).toMatchObject({ id: added.at(-1)?.id, state: 'waiting' });
});

it('what goes wrong does so until it is pressed again', async () => {
	const { service } = systems;
	const token = await exchange(service, DEFAULT_REFRESH_TOKEN);
	await press('outage');
	expect([await statusOf(service, COUNT), await statusOf(service, EXCHANGE)]).toEqual([503, 503]);
	await press('slow');
	await press('key');
	const on = await stateWhere(({ switches }) => switches.isKeyRevoked);
	expect(on.switches.isSlow).toBe(true);
	expect(on.switches.outageEndsAtMs).toBeGreaterThan(Date.now());
	for (const name of ['outage', 'slow'] as const) await press(name);
	expect([await statusOf(service), await statusOf(service, LIST, token)]).toEqual([401, 401]);
	expect((await stateWhere(({ lastStatus }) => lastStatus === 401)).lastReadAtMs).toBeNull();
	await press('key');
	expect([await statusOf(service), await statusOf(service, LIST, token)]).toEqual([200, 200]);
	await stateWhere(({ lastReadAtMs }) => lastReadAtMs !== null);
	await press('expireTokens');
	expect(await statusOf(service, LIST, token)).toBe(401);
	expect((await stateWhere(() => true)).switches).toEqual(BLANK.switches);
});

it('an outage ends by itself, after a minute', async () => {
	jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'setInterval'] });
	try {
		await press('outage');
		jest.advanceTimersByTime(OUTAGE_MS - 1);
		expect(systems.service.faults.pending).toBeGreaterThan(0);
		jest.advanceTimersByTime(1);
		expect(systems.service.faults.pending).toBe(0);
	} finally {
		jest.useRealTimers();
	}
});

it('what is sent tells which events are delivered', async () => {
	const send = async (path: string, body: object) =>
		await fetch(systems.sink.baseUrl + path, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-workflow-id': 'a' },
			body: JSON.stringify(body),
		});
	for (const name of ['refuseAccess', 'registerDevice', 'refuseAccess'] as const) await press(name);
	const { log } = await stateWhere(({ logSize }) => logSize === EVENTS + 3);
	const [last, device, first] = log;
	await send('/slack', { text: `${last?.who}: ${last?.message.replaceAll('>', '&gt;')}` });
	await send('/slack', { text: `${first?.who} was refused something else` });
	await send('/ticket', { labels: [`event-${device?.id}`] });
	const state = await stateWhere(({ ownMessages }) => ownMessages.length === 3);
	expect(state.log.slice(0, 4).map((row) => row.state)).toEqual([
		...['delivered', 'delivered', 'waiting', 'before'],
	]);
});

it('what the published examples send is apart from what others send, and from what people run, and of signs of life the newest is shown', async () => {
	const send = async (path: string, id: string) =>
		await fetch(`${systems.sink.baseUrl}/${path}`, {
			method: 'POST',
			headers: { 'x-workflow-id': id },
		});
	for (const path of ['ping', 'ping', 'alert']) await send(path, 'orgEventLogHeartbeat');
	await send('event', 'orgEventLogDelivery');
	await send('report', 'orgEventLogMonthly');
	await send('mine', 'a');
	await send('unknown', '');
	const paths = (messages: PageState['ownMessages']) => messages.map(({ path }) => path);
	const { ownMessages, publishedMessages } = await stateWhere(
		(state) => state.ownMessages.length === 3,
	);
	expect(paths(ownMessages)).toEqual(['/unknown', '/mine', '/report']);
	expect(paths(publishedMessages)).toEqual(['/event', '/alert', '/ping']);
});
