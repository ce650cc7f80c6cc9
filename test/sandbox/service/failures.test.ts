import type { ServiceBehaviour } from '../../../sandbox/service';
import { createEventLog, makeEvent } from '../../../sandbox/service';
import { LIST, ask, askCount, bodyOf } from './ask';
import { servicesForTests } from './runningService';

const start = servicesForTests();
const NOW_MS = 1_715_675_400_500;

describe('bodies of failures', () => {
	const isJson = (text: string) => text.startsWith('{"error":');
	const rows: ReadonlyArray<
		readonly [ServiceBehaviour['errorBody'], type: string | null, fits: (text: string) => boolean]
	> = [
		['json', 'application/json; charset=utf-8', isJson],
		['text', 'text/plain; charset=utf-8', (text) => /^[A-Z][^<{]+\n$/.test(text)],
		['html', 'text/html; charset=utf-8', (text) => text.startsWith('<!DOCTYPE html>')],
		['empty', null, (text) => text === ''],
	];

	it.each(rows)('%s, for a refusal and for a fault', async (errorBody, type, fits) => {
		const service = await start({ behaviour: { errorBody } });
		service.failNext({ status: 500 }, { after: 1 });
		const replies = [await ask(service, LIST, {}, { token: 'wrong' }), await ask(service, LIST)];
		expect(replies.map(({ status }) => status)).toEqual([401, 500]);
		for (const { headers, text } of replies) {
			expect(headers.get('content-type')).toBe(type);
			expect(fits(text)).toBe(true);
		}
	});

	it('404 may have a shape of its own', async () => {
		const service = await start({ behaviour: { notFoundBody: 'html' } });
		const missing = await ask(service, '/api/v1/nothing');
		expect(missing.status).toBe(404);
		expect(missing.text).toContain('<html>');
		expect(isJson((await ask(service, LIST, {}, { token: 'wrong' })).text)).toBe(true);
	});

	it('a failure tells its status in words', async () => {
		const reply = await ask(await start(), LIST, { limit: 'ten' });
		expect(bodyOf(reply)).toEqual({
			error: 'Bad Request',
			message: 'limit must be an integer',
			status: 400,
		});
	});
});

describe('paths', () => {
	it.each(['/', '/api', '/api/v1/', '/v1/events', '/api/v3/events', `${LIST}/`, `${LIST}/x`])(
		'there is no %s',
		async (path) => {
			expect((await ask(await start(), path)).status).toBe(404);
		},
	);

	it.each(['POST', 'PUT', 'DELETE', 'HEAD'])('events take no %s', async (method) => {
		expect((await ask(await start(), LIST, {}, { method })).status).toBe(404);
	});

	it('v2 is absent, or the same as v1', async () => {
		const service = await start({ log: createEventLog([makeEvent()]) });
		const v2 = LIST.replace('v1', 'v2');
		expect((await ask(service, v2)).status).toBe(404);
		service.behaviour.v2 = 'sameAsV1';
		for (const path of ['', '/count', '/feed']) {
			const { status, text } = await ask(service, v2 + path);
			expect([status, text]).toEqual([200, (await ask(service, LIST + path)).text]);
		}
	});
});

describe('Date header', () => {
	it('is the clock of the service, to the second, and what it is off by', async () => {
		const service = await start({ clock: () => NOW_MS });
		const date = async () => (await ask(service, LIST)).headers.get('date');
		expect(await date()).toBe(new Date(NOW_MS).toUTCString());
		service.behaviour.clockOffsetMs = -7_200_000;
		expect(await date()).toBe(new Date(NOW_MS - 7_200_000).toUTCString());
		service.behaviour.dateHeader = false;
		expect(await date()).toBeNull();
	});
});

describe('connections', () => {
	it('are kept, or closed after each answer', async () => {
		const service = await start();
		expect((await ask(service, LIST)).headers.get('connection')).toBe('keep-alive');
		service.behaviour.keepAlive = false;
		expect((await ask(service, LIST)).headers.get('connection')).toBe('close');
	});
});

describe('too many requests', () => {
	it('in one second of the clock are answered with 429 and when to come again', async () => {
		let nowMs = NOW_MS;
		const behaviour = { rateLimit: { requestsPerSecond: 2 } };
		const service = await start({ clock: () => nowMs, behaviour });
		expect((await ask(service, LIST)).status).toBe(200);
		nowMs += 400;
		expect((await ask(service, LIST)).status).toBe(200);
		const refused = await ask(service, LIST);
		expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
		nowMs += 599;
		expect((await ask(service, LIST)).status).toBe(429);
		nowMs += 1;
		expect((await ask(service, LIST)).status).toBe(200);
		expect((await ask(service, LIST)).status).toBe(429);
	});

	it('at once are answered with 429', async () => {
		const service = await start({ behaviour: { maxInFlight: 2, latencyMs: 50 } });
		const replies = await Promise.all([1, 2, 3, 4].map(() => ask(service, LIST)));
		const statuses = replies.map(({ status }) => status).sort();
		expect(statuses).toEqual([200, 200, 429, 429]);
		expect((await ask(service, LIST)).status).toBe(200);
	});
});

describe('time', () => {
	async function spentMs(work: () => Promise<unknown>): Promise<number> {
		const startMs = performance.now();
		await work();
		return performance.now() - startMs;
	}

	it('latency is waited before each answer', async () => {
		const service = await start({ behaviour: { latencyMs: 60 } });
		expect(await spentMs(() => askCount(service))).toBeGreaterThan(55);
	});

	it('a skip costs by its depth', async () => {
		const service = await start({ behaviour: { skipCostMsPerThousand: 30 } });
		expect(await spentMs(() => ask(service, LIST, { skip: 2000 }))).toBeGreaterThan(55);
	});
});
