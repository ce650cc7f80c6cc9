import type { EventLogService, Fault } from '../../../sandbox/service';
import {
	DEFAULT_REFRESH_TOKEN,
	createEventLog,
	makeEvent,
	seededLog,
} from '../../../sandbox/service';
import { COUNT, EXCHANGE, FEED, LIST, ask, bodyOf, dataOf } from './ask';
import { servicesForTests } from './runningService';

const start = servicesForTests();

async function startFailing(fault: Fault): Promise<EventLogService> {
	const service = await start({ log: createEventLog([makeEvent({ message: 'real' })]) });
	service.failNext(fault);
	return service;
}

describe('an answer in place of the real one', () => {
	it('status and Retry-After', async () => {
		const reply = await ask(await startFailing({ status: 503, retryAfter: '7' }), LIST);
		expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '7']);
	});

	it('body', async () => {
		const reply = await ask(await startFailing({ body: '{"data":{}}' }), LIST);
		expect([reply.status, reply.text]).toEqual([200, '{"data":{}}']);
		expect(reply.headers.get('content-type')).toContain('application/json');
	});

	it('body with a status and a type', async () => {
		const fault = { body: 'busy', status: 502, contentType: 'text/plain' };
		const reply = await ask(await startFailing(fault), LIST);
		expect([reply.status, reply.text]).toEqual([502, 'busy']);
		expect(reply.headers.get('content-type')).toBe('text/plain');
	});

	it('a page of HTML', async () => {
		const reply = await ask(await startFailing({ html: 200 }), LIST);
		expect([reply.status, reply.headers.get('content-type')]).toEqual([
			200,
			'text/html; charset=utf-8',
		]);
	});

	it('a redirect', async () => {
		const redirectTo = 'http://127.0.0.1:9/elsewhere';
		const reply = await ask(await startFailing({ redirectTo }), LIST);
		expect([reply.status, reply.headers.get('location')]).toEqual([302, redirectTo]);
		const permanent = await ask(await startFailing({ redirectTo, status: 308 }), LIST);
		expect(permanent.status).toBe(308);
	});

	it('comes before rights are checked', async () => {
		const service = await startFailing({ status: 503 });
		expect((await ask(service, LIST, {}, { token: 'wrong' })).status).toBe(503);
	});
});

describe('the real answer, spoilt', () => {
	it('further headers', async () => {
		const reply = await ask(await startFailing({ headers: { 'x-odd': '1' } }), LIST);
		expect(reply.headers.get('x-odd')).toBe('1');
		expect(dataOf(reply)).toHaveLength(1);
	});

	it('another text', async () => {
		const transform = (body: string) => body.replace('real', 'changed');
		expect((await ask(await startFailing({ transform }), LIST)).text).toContain('changed');
	});

	it('cut short, though complete by its head', async () => {
		const reply = await ask(await startFailing({ truncateAfter: 20 }), LIST);
		expect(reply.text).toHaveLength(20);
		expect(() => bodyOf(reply)).toThrow();
	});

	it('broken off on the way', async () => {
		const service = await startFailing({ dropAfterBytes: 20 });
		await expect(ask(service, LIST)).rejects.toThrow();
		expect(service.requests.map(({ status }) => status)).toEqual([200]);
	});

	it('late', async () => {
		const service = await startFailing({ delayMs: 60 });
		const startMs = performance.now();
		expect(dataOf(await ask(service, LIST))).toHaveLength(1);
		expect(performance.now() - startMs).toBeGreaterThan(55);
	});
});

describe('no answer', () => {
	it('the connection is closed', async () => {
		const service = await startFailing({ drop: true });
		await expect(ask(service, LIST)).rejects.toThrow();
		expect(service.requests).toMatchObject([{ operation: 'list', status: 0 }]);
		expect((await ask(service, LIST)).status).toBe(200);
	});

	it('the connection stays open until the service closes', async () => {
		const service = await startFailing({ hang: true });
		const outcome = ask(service, LIST).then(
			() => 'answered',
			() => 'closed',
		);
		expect((await ask(service, COUNT)).status).toBe(200);
		await service.close();
		expect(await outcome).toBe('closed');
	});

	it('closing does not wait for slow answers', async () => {
		const service = await start({ behaviour: { latencyMs: 3_600_000 } });
		const outcome = ask(service, LIST).catch(() => undefined);
		while (service.requests.length === 0) await new Promise(setImmediate);
		await service.close();
		await outcome;
	});
});

describe('when a fault comes', () => {
	const statuses = async (service: EventLogService, paths: readonly string[]) => {
		const seen: number[] = [];
		for (const path of paths) seen.push((await ask(service, path)).status);
		return seen;
	};

	it('once, unless given how often', async () => {
		const service = await start();
		service.failNext({ status: 500 });
		expect(await statuses(service, [LIST, LIST])).toEqual([500, 200]);
		service.failNext({ status: 500 }, { times: 2 });
		expect(service.faults.pending).toBe(2);
		expect(await statuses(service, [COUNT, FEED, LIST])).toEqual([500, 500, 200]);
	});

	it('after so many requests that match', async () => {
		const service = await start();
		service.failNext({ status: 500 }, { after: 2, match: 'list' });
		expect(await statuses(service, [LIST, COUNT, LIST, FEED, LIST, LIST])).toEqual([
			...[200, 200, 200, 200],
			...[500, 200],
		]);
	});

	it('for the requests that one picks', async () => {
		const service = await start();
		service.failNext({ status: 500 }, { match: ({ path }) => path === FEED });
		expect(await statuses(service, [LIST, FEED, FEED])).toEqual([200, 500, 200]);
	});

	it('one after the other, in the order of planning', async () => {
		const service = await start();
		service.failNext({ status: 500 });
		service.failNext({ status: 503 });
		service.failNext({ status: 429 }, { after: 3 });
		expect(await statuses(service, [LIST, LIST, LIST, LIST, LIST])).toEqual([
			...[500, 503, 200],
			...[429, 200],
		]);
	});

	it('never for the token exchange, unless it is named', async () => {
		const service = await start();
		const exchangeStatus = async () =>
			(await ask(service, EXCHANGE, {}, { token: DEFAULT_REFRESH_TOKEN, method: 'POST' })).status;
		service.failNext({ status: 500 });
		expect(await exchangeStatus()).toBe(200);
		expect(service.faults.pending).toBe(1);
		service.faults.clear();
		service.failNext({ status: 503 }, { match: 'tokenExchange' });
		expect(await exchangeStatus()).toBe(503);
	});
});

describe('requests on record', () => {
	it('hold what was asked and what was answered', async () => {
		const service = await start({ log: seededLog({ events: 5, seed: 1 }), clock: () => 123 });
		await ask(service, LIST, { limit: 3, user_email: 'a+b@example.com|c' });
		await ask(service, EXCHANGE, {}, { token: 'wrong', method: 'POST' });
		await ask(service, LIST, { limit: 3 });
		expect(service.requests).toMatchObject([
			{
				method: 'GET',
				path: LIST,
				query: { limit: '3', user_email: 'a+b@example.com|c' },
				operation: 'list',
				atMs: 123,
				status: 200,
				events: 0,
			},
			{
				method: 'POST',
				operation: 'tokenExchange',
				headers: { authorization: 'Bearer wrong' },
				body: '',
				status: 401,
			},
			{ operation: 'list', status: 200, events: 3 },
		]);
		service.requests.length = 0;
		await ask(service, '/elsewhere');
		expect(service.requests).toMatchObject([
			{ path: '/elsewhere', operation: 'other', status: 404 },
		]);
	});

	it('keep a body that came, whatever its type', async () => {
		const service = await start();
		const response = await fetch(service.baseUrl + EXCHANGE, {
			method: 'POST',
			body: '{"a":1}',
			headers: {
				authorization: `Bearer ${DEFAULT_REFRESH_TOKEN}`,
				'content-type': 'application/json',
			},
		});
		expect(response.status).toBe(200);
		expect(service.requests[0]?.body).toBe('{"a":1}');
	});

	it('are no more than asked for, the newest', async () => {
		const service = await start({ rememberedRequests: 2 });
		for (const path of [LIST, COUNT, FEED]) await ask(service, path);
		expect(service.requests.map(({ operation }) => operation)).toEqual(['count', 'feed']);
	});
});

describe('an observer', () => {
	it('is told of each request, and of each answer that was sent whole', async () => {
		const told: string[] = [];
		const service = await start({
			observer: {
				onRequest: ({ operation, status }) => told.push(`request ${operation} ${status}`),
				onResponse: ({ operation, status }) => told.push(`answer ${operation} ${status}`),
			},
		});
		service.failNext({ drop: true }, { match: 'list' });
		service.failNext({ dropAfterBytes: 3 }, { match: 'list' });
		await ask(service, COUNT);
		await expect(ask(service, LIST)).rejects.toThrow();
		await expect(ask(service, LIST)).rejects.toThrow();
		await service.close();
		expect(told).toEqual([
			...['request count 0', 'answer count 200'],
			...['request list 0', 'request list 0'],
		]);
	});
});
