import { DEFAULT_API_KEY, DEFAULT_REFRESH_TOKEN } from '../../../sandbox/service';
import { BURST_EVENTS, LATE_MS } from '../../../sandbox/page/buttons';
import { BUTTONS } from '../../../sandbox/page/client/pageState';
import { OUTAGE_MS, SLOW_ANSWER_MS } from '../../../sandbox/page/switches';
import { COUNT, FEED, LIST, ask, askEvents, exchange, isRecord } from '../service/ask';
import { openStream } from './eventStream';
import type { OpenedPage } from './openedPage';
import { pagesForTests } from './openedPage';

const open = pagesForTests();

/** The newest events as the service shows them, newest first. */
async function newest({ systems }: OpenedPage, limit: number) {
	return await askEvents(systems.service, LIST, { limit, order: 'DESC' });
}

type ShownEvent = Readonly<Record<string, unknown>>;

function partOf(event: ShownEvent | undefined, part: 'user' | 'device'): ShownEvent | undefined {
	const principal = event?.['user_principal'];
	const found = isRecord(principal) ? principal[part] : undefined;
	return isRecord(found) ? found : undefined;
}

const emailOf = (event: ShownEvent | undefined) => partOf(event, 'user')?.['email'];
const deviceOf = (event: ShownEvent) => partOf(event, 'device');

async function statusOf({ systems }: OpenedPage, token = DEFAULT_API_KEY): Promise<number> {
	return (await ask(systems.service, LIST, { limit: 1 }, { token })).status;
}

describe('in the organization', () => {
	it('access refused: one refusal, now', async () => {
		const opened = await open();
		const before = Date.now();
		expect(await opened.press('refuseAccess')).toBe(204);
		expect(opened.systems.service.log.size).toBe(31);
		const [event] = await newest(opened, 1);
		expect(event).toMatchObject({ type: 'Identity', action: 'Deny' });
		expect(['WARN', 'ERROR']).toContain(event?.['severity']);
		expect(event?.['created_at']).toBeGreaterThanOrEqual(before);
		expect(emailOf(event)).toMatch(/@example\.com$/);
	});

	it('presses one after the other refuse different people', async () => {
		const opened = await open();
		for (let press = 0; press < 20; press++) await opened.press('refuseAccess');
		expect(new Set((await newest(opened, 20)).map(emailOf)).size).toBe(20);
	});

	it('device registered', async () => {
		const opened = await open();
		await opened.press('registerDevice');
		const [event] = await newest(opened, 1);
		expect(event).toMatchObject({ type: 'Registration', sub_type: 'Device', action: 'Register' });
	});

	it('a device falls out of compliance: another one at each press', async () => {
		const opened = await open();
		for (let press = 0; press < 3; press++) await opened.press('loseCompliance');
		const devices = (await newest(opened, 3)).map(deviceOf);
		expect(devices.map((device) => device?.['compliance_status'])).toEqual(
			Array(3).fill('NonCompliant'),
		);
		expect(new Set(devices.map((device) => device?.['id'])).size).toBe(3);
	});

	it('five refusals of one person', async () => {
		const opened = await open();
		await opened.press('refuseFiveTimes');
		const events = await newest(opened, 6);
		const [person] = events.map(emailOf);
		expect(events.slice(0, 5).map(emailOf)).toEqual(Array(5).fill(person));
		expect(events.slice(0, 5).map(({ action }) => action)).toEqual(Array(5).fill('Deny'));
		expect(new Set(events.map(({ id }) => id)).size).toBe(6);
	});

	it('a burst: so many events within a second', async () => {
		const opened = await open();
		await opened.press('burst');
		const events = await newest(opened, BURST_EVENTS);
		expect(opened.systems.service.log.size).toBe(30 + BURST_EVENTS);
		expect(new Set(events.map(({ id }) => id)).size).toBe(BURST_EVENTS);
		const oldestMs = Number(events.at(-1)?.['created_at']);
		expect(Number(events[0]?.['created_at']) - oldestMs).toBeLessThan(1_000);
	});

	it('an event that comes late: there, and not shown yet', async () => {
		const opened = await open();
		await opened.press('lateEvent');
		const { log } = opened.systems.service;
		expect(log.size).toBe(31);
		expect(await askEvents(opened.systems.service, LIST, { limit: 100 })).toHaveLength(30);
		expect(log.all(Date.now() + LATE_MS)).toHaveLength(31);
	});
});

describe('with the service', () => {
	it('an outage: everything is answered with 503, until it is ended', async () => {
		const opened = await open();
		await opened.press('startOutage');
		for (const path of [LIST, COUNT, FEED]) {
			expect((await ask(opened.systems.service, path)).status).toBe(503);
		}
		await expect(exchange(opened.systems.service, DEFAULT_REFRESH_TOKEN)).rejects.toThrow();
		await opened.press('endOutage');
		expect(await statusOf(opened)).toBe(200);
	});

	it('an outage ends by itself, a minute after the last press', async () => {
		jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
		try {
			const opened = await open();
			await opened.press('startOutage');
			jest.advanceTimersByTime(OUTAGE_MS / 2);
			await opened.press('startOutage');
			jest.advanceTimersByTime(OUTAGE_MS - 1);
			expect(opened.systems.service.faults.pending).toBeGreaterThan(0);
			jest.advanceTimersByTime(1);
			expect(opened.systems.service.faults.pending).toBe(0);
		} finally {
			jest.useRealTimers();
		}
	});

	it('an outage leaves faults alone that others have planned', async () => {
		const opened = await open();
		opened.systems.service.failNext({ status: 418 });
		await opened.press('startOutage');
		await opened.press('endOutage');
		expect(await statusOf(opened)).toBe(418);
	});

	it('a slow service, and a quick one again', async () => {
		const opened = await open();
		await opened.press('slowDown');
		expect(opened.systems.service.behaviour.latencyMs).toBe(SLOW_ANSWER_MS);
		await opened.press('speedUp');
		expect(opened.systems.service.behaviour.latencyMs).toBe(0);
	});

	it('an expired token: it is refused, and a new one is to be had', async () => {
		const opened = await open();
		const token = await exchange(opened.systems.service, DEFAULT_REFRESH_TOKEN);
		await opened.press('expireTokens');
		expect(await statusOf(opened, token)).toBe(401);
		const stream = await openStream(opened.url);
		const expired = await stream.stateWhere(({ switches }) => switches.tokens !== null);
		expect(expired.switches.tokens?.renewedAtMs).toBeNull();
		const renewed = await exchange(opened.systems.service, DEFAULT_REFRESH_TOKEN);
		expect(await statusOf(opened, renewed)).toBe(200);
		await stream.stateWhere(({ switches }) => switches.tokens?.renewedAtMs !== null);
		stream.close();
	});

	it('a revoked key: both ways in are closed, also with a token from before, until given back', async () => {
		const opened = await open();
		const token = await exchange(opened.systems.service, DEFAULT_REFRESH_TOKEN);
		await opened.press('revokeKey');
		await opened.press('revokeKey');
		expect([await statusOf(opened), await statusOf(opened, token)]).toEqual([401, 401]);
		await expect(exchange(opened.systems.service, DEFAULT_REFRESH_TOKEN)).rejects.toThrow();
		await opened.press('giveKeyBack');
		expect([await statusOf(opened), await statusOf(opened, token)]).toEqual([200, 200]);
	});
});

it('every switch that is on is shown, and so is every one that is off again', async () => {
	const opened = await open();
	const stream = await openStream(opened.url);
	for (const name of ['startOutage', 'slowDown', 'revokeKey'] as const) await opened.press(name);
	const on = await stream.stateWhere(({ switches }) => switches.isKeyRevoked);
	expect(on.switches).toMatchObject({ isSlow: true, isKeyRevoked: true });
	expect(on.switches.outageEndsAtMs).toBeGreaterThan(Date.now());
	for (const name of ['endOutage', 'speedUp', 'giveKeyBack'] as const) await opened.press(name);
	const off = await stream.stateWhere(({ switches }) => !switches.isKeyRevoked);
	expect(off.switches).toMatchObject({ outageEndsAtMs: null, isSlow: false });
	stream.close();
});

it('a button can be pressed by its name, and nothing else', async () => {
	const opened = await open();
	for (const name of BUTTONS) expect(await opened.press(name)).toBe(204);
	const headers = { origin: opened.url };
	const other = await fetch(`${opened.url}/buttons/constructor`, { method: 'POST', headers });
	expect(other.status).toBe(404);
});
