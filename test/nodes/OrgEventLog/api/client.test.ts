import { Readable } from 'node:stream';
import type { ClientSettings, EventLogClient } from '../../../../nodes/OrgEventLog/api/client';
import type { LearnedPageLength } from '../../../../nodes/OrgEventLog/api/pageLengths';
import { EventLogFailure } from '../../../../nodes/OrgEventLog/errors/failure';
import {
	ACCESS,
	asOnTheWire,
	createClockedClient,
	ok,
	refusal,
	type Query,
	type Reply,
	type Returned,
} from '../../../support/clockedClient';

const PAGE = { order: 'DESC', skip: 0, limit: 1000 } as const;
const DATE = 'Thu, 01 Jan 2026 00:00:00 GMT';

const inTurn =
	(...replies: Reply[]) =>
	(_query: Query, call: number): Reply =>
		replies[Math.min(call, replies.length - 1)] ?? ok();

describe('queries', () => {
	it('hold the page, the bounds and the filters, and nothing that was not asked for', async () => {
		const { client, sent } = createClockedClient(() => ok());
		await client.listPage(
			{ type: ['a', 'b'], severity: 'WARN', startTime: 1_700_000_000_123_456_789n },
			{ ...PAGE, afterMs: 5, beforeMs: 0 },
		);
		await client.feedPage({ ...PAGE, order: 'ASC', skip: 3 });
		expect(sent).toEqual([
			{
				path: 'events',
				order: 'DESC',
				after: '5',
				before: '0',
				skip: '0',
				limit: '1000',
				type: 'a|b',
				severity: 'WARN',
				start_time: '1700000000123456789',
			},
			{ path: 'events/feed', order: 'ASC', skip: '3', limit: '1000' },
		]);
	});

	it('of Count hold neither order nor limit', async () => {
		const { client, sent } = createClockedClient(() => ok('{"data":7}'));
		expect(await client.count({ userEmail: ['a@b.c'] }, { afterMs: 1, beforeMs: 2 })).toBe(7);
		expect(sent).toEqual([{ path: 'events/count', after: '1', before: '2', user_email: 'a@b.c' }]);
	});
});

it("tells the service's own clock with each page", async () => {
	const { client } = createClockedClient(() => ok('{"data":[]}', { date: DATE }));
	expect((await client.feedPage(PAGE)).serviceTimeMs).toBe(Date.parse(DATE));
});

describe('retries', () => {
	it('go on until the response comes', async () => {
		const { client, sent, waits } = createClockedClient(
			inTurn(refusal(503), new EventLogFailure('connectionLost', {}), ok('{"data":7}')),
		);
		expect(await client.count({}, {})).toBe(7);
		expect(sent).toHaveLength(3);
		expect(waits).toEqual([375, 250]);
	});

	it('leave a request no more time than there is', async () => {
		const { client, timeouts } = createClockedClient(inTurn(refusal(503), ok()), {
			deadlineEpochMs: 5_000,
			tookMs: () => 1_000,
		});
		await client.feedPage({ ...PAGE, limit: 10 });
		expect(timeouts).toEqual([5_000, 3_625]);
	});

	it('send nothing at all once the time is up', async () => {
		const { client, sent } = createClockedClient(() => ok(), { deadlineEpochMs: 0 });
		await expect(client.feedPage(PAGE)).rejects.toMatchObject({ kind: 'outOfTime' });
		expect(sent).toHaveLength(0);
	});

	it.each([
		[503, { kind: 'overloaded' }],
		// A new token is no wait.
		[401, { events: [] }],
	])('after a %d are not waited for where nothing is any more', async (status, outcome) => {
		const { client } = createClockedClient(inTurn(refusal(status), ok()), {
			waitDeadlineEpochMs: -Infinity,
		});
		const page = client.feedPage({ ...PAGE, limit: 10 });
		expect(await page.catch((thrown: unknown) => thrown)).toMatchObject(outcome);
	});

	it('end when the user stops the run', async () => {
		const stop = new AbortController();
		const { client, sent } = createClockedClient(() => refusal(503), {
			stopSignal: stop.signal,
			wait: async () => await Promise.resolve(stop.abort()),
		});
		await expect(client.count({}, {})).rejects.toMatchObject({ kind: 'stopped' });
		expect(sent).toHaveLength(1);
	});
});

it("makes a failure of whatever n8n's helper throws, and repeats none of its text", async () => {
	const { client } = createClockedClient(() => ok(), {
		prepareRequest: () => async () => await Promise.reject(new TypeError('Bearer secret')),
	});
	await expect(client.feedPage(PAGE)).rejects.toMatchObject({
		kind: 'requestFailed',
		message: expect.not.stringContaining('secret') as string,
		description: expect.not.stringContaining('secret') as string,
	});
});

describe('of several requests at a time', () => {
	/** Pages that are asked for at once, and each response when the test gives it. */
	function startPages(count: number, maxParallelRequests: number) {
		const inFlight: Array<(reply: Returned) => void> = [];
		const { client, sent, waits } = createClockedClient(() => ok(), {
			maxParallelRequests,
			prepareRequest: (path, query) => async () => {
				sent.push({ ...asOnTheWire(query), path });
				return await new Promise<Returned>((resolve) => inFlight.push(resolve));
			},
		});
		const settle = async () => await new Promise((resolve) => setImmediate(resolve));
		const few = { ...PAGE, limit: 10 };
		const pages = Array.from({ length: count }, async () => await client.listPage({}, few));
		return {
			outcomes: Promise.allSettled(pages),
			inFlight: async () => {
				await settle();
				return inFlight.length;
			},
			end: async (reply: Returned) => {
				await settle();
				inFlight.shift()?.(reply);
			},
			sent,
			waits,
		};
	}

	it('as many are made as allowed, and the others in their turn', async () => {
		const pages = startPages(3, 2);
		expect(await pages.inFlight()).toBe(2);
		await pages.end(ok());
		expect(await pages.inFlight()).toBe(2);
		await pages.end(ok());
		await pages.end(ok());
		expect((await pages.outcomes).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'));
	});

	it('they are made together again once a request has come through after a refused token', async () => {
		const pages = startPages(5, 3);
		expect(await pages.inFlight()).toBe(3);
		await pages.end(refusal(401));
		expect(await pages.inFlight()).toBe(2);
		await pages.end(ok());
		expect(await pages.inFlight()).toBe(3);
	});

	it.each([429, 503])(
		'all are made one at a time after a %d, those that were turned away too',
		async (status) => {
			const pages = startPages(4, 3);
			expect(await pages.inFlight()).toBe(3);
			for (let request = 0; request < 3; request++) await pages.end(refusal(status));
			for (let request = 0; request < 4; request++) {
				expect(await pages.inFlight()).toBe(1);
				await pages.end(ok());
			}
			expect((await pages.outcomes).every(({ status }) => status === 'fulfilled')).toBe(true);
			expect(pages.waits).toHaveLength(1);
		},
	);
});

describe('the memory that responses are received in', () => {
	const BODY = Buffer.from(`{"data":[]${' '.repeat(1_000_000)}}`);
	const large = () => ({ ...ok(), body: Readable.from([BODY]) });
	/** How many times memory for a body is taken. */
	const timesTaken = async (
		read: (client: EventLogClient) => Promise<unknown>,
		settings: Partial<ClientSettings> = {},
	) => {
		const taken = jest.spyOn(Buffer, 'allocUnsafeSlow');
		const { client } = createClockedClient(() => ok(), {
			prepareRequest: () => async () => await Promise.resolve(large()),
			...settings,
		});
		await read(client);
		const times = taken.mock.calls.filter(([length]) => length >= BODY.length).length;
		taken.mockRestore();
		return times;
	};

	it('is the same for all pages that are read one after another', async () => {
		const read = async (client: EventLogClient) => {
			for (let page = 0; page < 5; page++) await client.listPage({}, PAGE);
		};
		expect(await timesTaken(read)).toBe(1);
	});

	it('is never used again after a request that was given up, for that may still write into it', async () => {
		const read = async (client: EventLogClient) => {
			for (let page = 0; page < 3; page++) await client.listPage({}, PAGE);
		};
		let calls = 0;
		const prepareRequest = () => async () => {
			calls += 1;
			if (calls === 2) throw new EventLogFailure('timedOut', {});
			return await Promise.resolve(large());
		};
		expect(await timesTaken(read, { prepareRequest })).toBe(2);
	});
});

it("a request without an answer is a matter of Timeout where that ended it, of the run's time where that did", async () => {
	const read = async (settings: Partial<ClientSettings>) => {
		const { client } = createClockedClient(() => new EventLogFailure('timedOut', {}), settings);
		return await client.listPage({}, PAGE);
	};
	const byTimeout = { kind: 'timedOut', facts: { timeoutMs: 60_000 } };
	await expect(read({})).rejects.toMatchObject(byTimeout);
	await expect(read({ deadlineEpochMs: 600_000 })).rejects.toMatchObject(byTimeout);
	await expect(read({ deadlineEpochMs: 89 })).rejects.toMatchObject({ kind: 'outOfTime' });
});

describe('a service that gives no page of more than so many events', () => {
	const limitsOf = (sent: readonly Query[]) => sent.map(({ limit }) => limit);
	const atMost = (greatest: number, reply: () => Reply) => (query: Query) =>
		Number(query.limit) > greatest ? reply() : ok();

	it.each([400, 413, 414, 422])(
		'and refuses it with a %d, is asked for few, and then for half as many until they come',
		async (status) => {
			const { client, sent, waits } = createClockedClient(atMost(300, () => refusal(status)));
			expect((await client.listPage({}, PAGE)).limit).toBe(250);
			await client.feedPage(PAGE);
			await client.listPage({}, { ...PAGE, limit: 20 });
			expect(limitsOf(sent)).toEqual(['1000', '10', '500', '250', '250', '20']);
			expect(waits).toEqual([]);
		},
	);

	it('takes the few for the page where half of it is no more', async () => {
		const { client, sent } = createClockedClient(atMost(10, () => refusal(413)));
		expect((await client.listPage({}, { ...PAGE, limit: 12 })).limit).toBe(10);
		expect(limitsOf(sent)).toEqual(['12', '10']);
	});

	const FAILURES: ReadonlyArray<readonly [string, () => Reply]> = [
		...[500, 502, 503, 504, 408].map(
			(status) => [`status ${status}`, () => refusal(status)] as const,
		),
		['a time-out', () => new EventLogFailure('timedOut', {})],
		['a connection that is cut', () => new EventLogFailure('connectionLost', {})],
		['a body that is cut', () => ok('{"data":[{"id":"a"')],
	];

	it.each(FAILURES)('by %s, is asked once more before it is believed', async (_what, reply) => {
		const { client, sent } = createClockedClient(atMost(600, reply));
		await client.listPage({}, PAGE);
		await client.listPage({}, PAGE);
		expect(limitsOf(sent)).toEqual(['1000', '10', '1000', '500', '500']);
	});

	it.each(FAILURES)('once, by %s, is asked for as many as before', async (_what, reply) => {
		const { client, sent } = createClockedClient(inTurn(reply(), ok()));
		await client.listPage({}, PAGE);
		await client.listPage({}, PAGE);
		expect(limitsOf(sent)).toEqual(['1000', '10', '1000', '1000']);
	});

	it.each([
		[400, ['1000', '10']],
		[500, ['1000', '10', '1000']],
		[502, ['1000', '10', '1000', '1000', '1000']],
	])('nor of few, by a %d, has another fault', async (status, limits) => {
		const { client, sent } = createClockedClient(() => refusal(status));
		await expect(client.listPage({}, PAGE)).rejects.toMatchObject({
			facts: { status },
			description: expect.not.stringContaining('Page Size') as string,
		});
		expect(limitsOf(sent)).toEqual(limits);
	});

	it('is asked for as many as it gave before, by whoever knows that', async () => {
		const learnedPageLength: LearnedPageLength = {};
		const first = createClockedClient(
			atMost(300, () => refusal(504)),
			{ learnedPageLength },
		);
		await first.client.listPage({}, PAGE);
		expect(learnedPageLength).toEqual({ maxLength: 250 });

		const second = createClockedClient(() => ok(), { learnedPageLength: { maxLength: 250 } });
		await second.client.listPage({}, PAGE);
		expect(limitsOf(second.sent)).toEqual(['250']);
	});

	it('is asked for half as many where a page hangs longer than a poll has, within the poll', async () => {
		const learnedPageLength: LearnedPageLength = {};
		const tookMs = ({ limit }: Query) => (Number(limit) > 300 ? Infinity : 100);
		const options = { learnedPageLength, tookMs, deadlineEpochMs: 36_000 };
		const poll = async () => {
			const { client, sent } = createClockedClient(() => ok(), options);
			await client.listPage({}, PAGE).catch(() => undefined);
			return limitsOf(sent);
		};
		expect(await poll()).toEqual(['1000', '10', '1000', '500']);
		expect(await poll()).toEqual(['500', '10', '500', '250']);
		expect(await poll()).toEqual(['250']);
	});
});

it('a page of nothing but malformed records is a failure, unless there is a single one', async () => {
	const page = (...ids: string[]) => ok(JSON.stringify({ data: ids.map((id) => ({ id })) }));
	const { client } = createClockedClient(inTurn(page('a'), page('a', 'b')));
	expect((await client.listPage({}, PAGE)).malformed).toHaveLength(1);
	await expect(client.listPage({}, PAGE)).rejects.toMatchObject({ kind: 'unexpectedShape' });
});

it('the scope of a log is the same for the same base URL and differs for another, a path included', () => {
	const scopeOf = (href: string) => {
		const access = { ...ACCESS, baseUrl: { ...ACCESS.baseUrl, href } };
		return createClockedClient(() => ok(), { access }).client.logScope;
	};
	expect(scopeOf('https://a.example.com')).toBe(scopeOf('https://a.example.com'));
	expect(scopeOf('https://a.example.com')).not.toBe(scopeOf('https://b.example.com'));
	expect(scopeOf('https://a.example.com')).not.toBe(scopeOf('https://a.example.com/x'));
});
