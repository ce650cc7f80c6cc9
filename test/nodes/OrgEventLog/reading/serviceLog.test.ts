import type { PageRequest } from '../../../../nodes/OrgEventLog/api/page';
import { EventLogFailure } from '../../../../nodes/OrgEventLog/errors/failure';
import { ServiceLog } from '../../../../nodes/OrgEventLog/reading/serviceLog';
import type { Window } from '../../../../nodes/OrgEventLog/reading/positions';
import type { ServiceProfile } from '../../../../nodes/OrgEventLog/reading/profile';
import { createModelLog } from '../../../support/modelLog';
import { START_MS, evenly, idsOf } from './readers';

const REFUSED = new EventLogFailure('badRequest', { status: 400 });
const DOWN = new EventLogFailure('serverError', { status: 500 });
const SECOND = 1000;

interface Served {
	readonly count?: number;
	readonly profile?: Partial<ServiceProfile>;
	readonly maxPageLimit?: number;
	readonly isList?: boolean;
	readonly refuse?: (request: PageRequest, number: number) => Error | undefined;
}

/** Serves events of one second after the other, in the order that is asked for, an hour after the first of them. */
function serve({ count = 40, profile, maxPageLimit = 1000, isList = false, refuse }: Served) {
	const model = createModelLog(evenly(count), { maxLimit: 20 });
	model.nowMs = START_MS + 3600 * SECOND + 1;
	model.beforeRequest = (number) => {
		const [request] = model.requests.slice(-1);
		const failure = request && refuse?.(request, number);
		if (failure !== undefined) throw failure;
	};
	const fetcher = { fetchPage: model.fetchPage, maxPageLimit, isOrderReliable: isList };
	const log = new ServiceLog(fetcher, { longestPage: 0, ...profile }, () => model.nowMs);
	return { log, model, asked: model.requests };
}

const from = (seconds: number) => ({ from: START_MS + seconds * SECOND, to: Infinity });
const ALL = { from: -Infinity, to: Infinity };
/** A request for events from a second on has this bound. */
const after = (seconds: number) => START_MS + seconds * SECOND - 1;

describe('a service that refuses an old `after`', () => {
	const refusesUpTo = (seconds: number) => (request: PageRequest) =>
		request.afterMs !== undefined && request.afterMs <= after(seconds) ? REFUSED : undefined;

	it('is asked without it, and not again with one as old', async () => {
		const { log, model, asked } = serve({ refuse: refusesUpTo(10), isList: true });
		model.events = evenly(40).slice(10);
		const { events } = await log.fetch('ASC', from(10));
		expect(idsOf(events)).toEqual(idsOf(evenly(30)).slice(10));
		expect(log.profile.refusedAfterMs).toBe(after(10));
		for (const seconds of [5, 10, 11]) await log.fetch('ASC', from(seconds), { limit: 15 });
		const bounds = asked.map(({ afterMs }) => afterMs);
		expect(bounds).toEqual([after(10), undefined, undefined, after(11)]);
	});

	it.each([
		['shows an older event', 10, undefined],
		['shows an event of just that time', 0, undefined],
		['has dropped what is older', -1, after(-1)],
	])('is asked with it again if it %s', async (_what, seconds, remembered) => {
		const profile = { refusedAfterMs: seconds === 0 ? START_MS : after(seconds) };
		const { log } = serve({ profile, isList: true });
		await log.fetch('ASC', { from: profile.refusedAfterMs + 1, to: Infinity });
		expect(log.profile.refusedAfterMs).toBe(remembered);
		await log.fetch('ASC', ALL);
		expect(log.profile.refusedAfterMs).toBe(remembered);
	});

	it.each<[string, Served['refuse'], Window, EventLogFailure, number]>([
		['refuses every query', () => REFUSED, from(10), REFUSED, 2],
		['refuses one without a bound', () => REFUSED, ALL, REFUSED, 1],
		['is then down', (_, number) => (number === 1 ? REFUSED : DOWN), from(10), DOWN, 2],
		['is down', () => DOWN, from(10), DOWN, 1],
	])('fails if it %s', async (what, refuse, window, failure, requests) => {
		const { log, asked } = serve({ refuse, isList: true });
		await expect(log.fetch('ASC', window)).rejects.toBe(failure);
		expect(asked).toHaveLength(requests);
		expect(log.profile.refusedAfterMs).toBe(what === 'is then down' ? after(10) : undefined);
	});

	it('is asked once for a deep page, which it may refuse for itself', async () => {
		const { log, asked } = serve({ refuse: () => REFUSED, isList: true });
		expect(await log.fetchUnlessRefused('ASC', from(10), { skip: 20 })).toBeUndefined();
		expect(asked).toHaveLength(1);
	});
});

it.each([
	[50, 50],
	[3, 10],
	[5000, 1000],
])('the order is learned with a page of %i by asking for %i events', async (limit, most) => {
	const { log, asked } = serve({});
	expect(log.isOrderUnknown).toBe(true);
	expect(await log.isServed('ASC', limit)).toBe(true);
	expect(log.isOrderUnknown).toBe(false);
	expect(asked.slice(0, 2)).toEqual([
		{ order: 'DESC', skip: 0, limit: most },
		{ order: 'ASC', skip: 0, limit: 1 },
	]);
	const requests = asked.length;
	await log.fetch('DESC', ALL, { limit: most });
	expect(asked).toHaveLength(requests);
	await log.fetch('DESC', ALL, { limit: most });
	expect(asked).toHaveLength(requests + 1);
});

it('the order is not asked for again if nothing tells it', async () => {
	const { log, asked } = serve({ count: 0 });
	for (const order of ['ASC', 'DESC'] as const) expect(await log.isServed(order)).toBe(false);
	expect(asked).toHaveLength(4);
	expect(log.isOrderUnknown).toBe(false);
	expect(log.forgetOrder()).toBe(false);
});

it('the order is not learned from what the service refuses, nor while it is down', async () => {
	const inCapitals = ({ order }: PageRequest) => (/[A-Z]/.test(order) ? REFUSED : undefined);
	const { log } = serve({ refuse: inCapitals });
	expect(await log.isServed('DESC')).toBe(true);
	expect(log.profile).toMatchObject({ order: 'newestFirst', letterCase: 'lower' });
	await expect(serve({ refuse: () => DOWN }).log.isServed('ASC')).rejects.toBe(DOWN);
	const broken = new Error('broken');
	await expect(serve({ refuse: () => broken }).log.isServed('ASC')).rejects.toBe(broken);
});

it('the order is forgotten if the service contradicts it, and then learned anew', async () => {
	const { log, asked } = serve({ profile: { order: 'none', letterCase: 'lower' } });
	expect(log.isOrderUnknown).toBe(false);
	expect(await log.isServed('ASC')).toBe(false);
	expect(log.forgetOrder()).toBe(true);
	expect(log.profile).toEqual({ longestPage: 0, order: undefined, letterCase: undefined });
	expect(await log.isServed('ASC')).toBe(true);
	expect(asked.length).toBeGreaterThan(1);
	expect(log.forgetOrder()).toBe(true);
	expect(await log.isServed('ASC')).toBe(true);
});

it('the order is known if it is documented, and half known with the first answers', () => {
	const { log } = serve({ isList: true, profile: { order: 'none' } });
	expect([log.isOrderUnknown, log.forgetOrder()]).toEqual([false, false]);
	expect(serve({ isList: true }).log.isOrderUnknown).toBe(false);
	expect(serve({ profile: { answers: {} } }).log.isOrderUnknown).toBe(false);
});

it.each([
	[0, 1000, 1000],
	[20, 1000, 20],
	[20, 15, 15],
])('a log whose longest page has %i, of %i, expects %i', (longestPage, maxPageLimit, expected) => {
	expect(serve({ profile: { longestPage }, maxPageLimit }).log.fullPageLength).toBe(expected);
});

it('the clocks are those of host and service, which tells no fractions', async () => {
	const { log, model } = serve({ isList: true });
	const hostMs = model.nowMs;
	expect([log.slowerClockMs, log.fasterClockMs]).toEqual([hostMs, hostMs]);
	await log.fetch('ASC', ALL);
	expect([log.slowerClockMs, log.fasterClockMs]).toEqual([hostMs - 1, hostMs + 998]);
	model.behaviour = { ...model.behaviour, tellsTime: false };
	await log.fetch('ASC', from(10));
	expect([log.slowerClockMs, log.fasterClockMs]).toEqual([hostMs - 1, hostMs + 998]);
	model.nowMs += 5 * SECOND;
	expect([log.slowerClockMs, log.fasterClockMs]).toEqual([hostMs - 1, hostMs + 5 * SECOND]);
	expect(log.newestExpectedMs).toBe(hostMs - 1);
	model.nowMs = START_MS;
	expect(log.newestExpectedMs).toBe(START_MS + 29 * SECOND);
});

it('no bound lies in the future of a clock', async () => {
	const { log, model, asked } = serve({ isList: true });
	for (const beforeMs of [model.nowMs - 1, model.nowMs, model.nowMs + 1])
		await log.fetch('ASC', { from: -Infinity, to: beforeMs - 1 }).catch(() => {});
	expect(asked.map(({ beforeMs }) => beforeMs)).toEqual([model.nowMs - 1, undefined, undefined]);
});
