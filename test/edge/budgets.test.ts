import type { IHttpRequestOptions, INodeParameters } from 'n8n-workflow';
import { InMemoryHost } from '../support/triggerHosts';
import { dict } from './documentedFields';
import { asN8nKeepsThem, createPoller, execute } from './n8n';
import { startMachine } from './processes';
import { DAY, MINUTE } from '../support/times';

// The most requests that ordinary work may cost (docs/requests.md), on a service that gives at most 1,000 events a page.

type Kind = 'keepsOrder' | 'newestFirst' | 'pagesOf100';
const KINDS: readonly Kind[] = ['keepsOrder', 'newestFirst', 'pagesOf100'];
/** Then a day has 2,500 events. */
const USUAL_STEP_MS = DAY / 2500;
const NOW_MS = Date.UTC(2026, 6, 15, 10, 20, 30, 400);

const machine = startMachine(1);
const { clock } = machine;
const [nodes] = machine.processes;
if (nodes === undefined) throw new Error('The nodes are not there');
const { action, trigger } = nodes;
afterAll(() => machine.end());

interface LoggedEvent {
	readonly id: string;
	readonly created_at: number;
	readonly severity: string;
	readonly action: string;
}

/** A log that is read page by page, with nothing wrong with it. */
class SimpleService {
	readonly data = { baseUrl: 'https://log.example.com', authentication: 'apiKey', apiKey: 'key' };
	requests = 0;
	private readonly events: LoggedEvent[] = [];

	constructor(private readonly kind: Kind) {}

	/** The last of so many events, one every so many milliseconds, is logged now. */
	log(count: number, stepMs: number, severity = 'INFO'): this {
		for (let index = 1; index <= count; index++)
			this.events.push({
				id: `event-${this.events.length}`,
				created_at: Math.round(clock.trueMs - (count - index) * stepMs),
				...{ severity, action: 'Grant' },
			});
		return this;
	}

	async request({ url, qs }: IHttpRequestOptions): Promise<unknown> {
		this.requests += 1;
		const query = dict(qs);
		const after = Number(query.after ?? -Infinity);
		const before = Number(query.before ?? Infinity);
		const isFeed = url.endsWith('/feed');
		const found = this.events.filter(
			({ created_at: ms, severity }) =>
				(isFeed ? ms >= after && ms <= before : ms > after && ms < before) &&
				(query.severity === undefined || severity === query.severity),
		);
		const isOldestFirst = query.order === 'ASC' && !(isFeed && this.kind === 'newestFirst');
		if (!isOldestFirst) found.reverse();
		const most = this.kind === 'pagesOf100' ? 100 : 1000;
		const skip = Number(query.skip ?? 0);
		const page = found.slice(skip, skip + Math.min(most, Number(query.limit ?? 10)));
		const body = JSON.stringify({ data: url.endsWith('/count') ? found.length : page });
		const headers = { date: new Date(clock.trueMs).toUTCString() };
		return await Promise.resolve({ statusCode: 200, headers, body: Buffer.from(body) });
	}
}

const logged = (kind: Kind, count: number) => new SimpleService(kind).log(count, USUAL_STEP_MS);

/** @returns how many requests the work has made, and how many events came */
async function run(service: SimpleService, entered: INodeParameters) {
	const before = service.requests;
	const { items } = await machine.sleep.during(
		async () =>
			await execute(action, {
				credential: service,
				parameters: [asN8nKeepsThem(action, entered)],
				timezone: 'UTC',
				continueOnFail: false,
			}),
	);
	return { requests: service.requests - before, items };
}

/** A process remembers what it learned of each. */
let triggers = 0;

/** A trigger with its defaults that was activated on a log of 10,000 events. */
class Trigger {
	private readonly store = new InMemoryHost().begin({ activation: true });
	private readonly poller;

	constructor(
		readonly service: SimpleService,
		entered: INodeParameters = {},
		mode: 'trigger' | 'manual' = 'trigger',
	) {
		this.poller = createPoller({
			credential: service,
			parameters: () => asN8nKeepsThem(trigger, entered),
			timezone: 'UTC',
			...{ budgetMs: 5 * MINUTE, activation: 'activate', mode, workflowId: `w-${++triggers}` },
			nodeName: 'Trigger',
			staticData: () => this.store,
			warn: (message) => {
				throw new Error(message);
			},
		});
	}

	async poll(expected: number): Promise<number> {
		const before = this.service.requests;
		const items = await machine.sleep.during(async () => await this.poller(trigger));
		expect(items?.length ?? 0).toBe(expected);
		return this.service.requests - before;
	}

	/** Polls once a minute until as many events as these have come. */
	async drain(count: number): Promise<number> {
		const before = this.service.requests;
		for (let left = count; left > 0; left -= 5000) {
			await this.poll(Math.min(left, 5000));
			clock.trueMs += MINUTE;
		}
		return this.service.requests - before;
	}
}

async function activated(kind: Kind, entered: INodeParameters = {}): Promise<Trigger> {
	const trigger = new Trigger(logged(kind, 10_000), entered);
	await trigger.poll(0);
	clock.trueMs += MINUTE;
	return trigger;
}

/** A trigger that has delivered before: what can be known of the service is known. */
async function inUse(kind: Kind, entered: INodeParameters = {}): Promise<Trigger> {
	const trigger = await activated(kind, entered);
	trigger.service.log(120, 400);
	await trigger.poll(120);
	clock.trueMs += 20 * MINUTE;
	trigger.service.log(1, 0);
	await trigger.poll(1);
	clock.trueMs += MINUTE;
	return trigger;
}

type Work = (kind: Kind) => Promise<number>;
const list = (count: number, entered: INodeParameters): Work => {
	return async (kind) => {
		return (await run(logged(kind, count), { operation: 'list', ...entered })).requests;
	};
};

/** A poll of so many new events. */
const news = (from: typeof inUse, count: number, stepMs = 0): Work => {
	return async (kind) => {
		const trigger = await from(kind);
		trigger.service.log(count, stepMs);
		return await trigger.poll(count);
	};
};

const FILTERED = { options: { source: 'list' }, filters: { severity: 'ERROR' } };
const YESTERDAY = { timeRange: 'period', period: 'yesterday' };
const WORK: ReadonlyArray<readonly [string, readonly [number, number, number], Work]> = [
	['a quiet poll', [1, 1, 1], news(inUse, 0)],
	[
		'a quiet poll of List with a filter, while other events come',
		[1, 1, 1],
		async (kind) => {
			const trigger = await activated(kind, FILTERED);
			trigger.service.log(1, 0, 'ERROR');
			await trigger.poll(1);
			clock.trueMs += MINUTE;
			trigger.service.log(50, 1000);
			return await trigger.poll(0);
		},
	],
	['3 new events', [1, 1, 1], news(inUse, 3, 10_000)],
	['3 new events, while the longest page is not known', [2, 2, 2], news(activated, 3, 10_000)],
	['1,500 new events', [2, 2, 16], news(inUse, 1500, 40)],
	[
		'a quiet poll behind 1,500',
		[3, 4, 17],
		async (kind) => {
			const trigger = await inUse(kind);
			trigger.service.log(1500, 40);
			await trigger.poll(1500);
			clock.trueMs += MINUTE;
			return await trigger.poll(0);
		},
	],
	['activating 10,000', [3, 5, 4], async (kind) => await new Trigger(logged(kind, 10_000)).poll(0)],
	[
		'Fetch Test Event',
		[2, 2, 2],
		async (kind) => await new Trigger(logged(kind, 10_000), {}, 'manual').poll(1),
	],
	['List of 50', [1, 1, 1], list(10_000, { returnAll: false })],
	['List of all 5,000', [8, 8, 55], list(5000, { returnAll: true })],
	['Feed of all 5,000', [10, 12, 57], list(5000, { operation: 'feed', returnAll: true })],
	['Count', [6, 6, 6], list(10_000, { operation: 'count' })],
	['a summary of a day: 2,500', [6, 6, 30], list(10_000, { operation: 'summarize', ...YESTERDAY })],
	[
		'a weekend of 30,000',
		[40, 60, 330],
		async (kind) => {
			const trigger = await inUse(kind);
			clock.trueMs += 62 * 60 * MINUTE;
			trigger.service.log(30_000, (61 * 60 * MINUTE) / 30_000);
			return await trigger.drain(30_000);
		},
	],
];

describe.each(WORK)('%s', (_name, most, work) => {
	it.each(KINDS)('of a feed that is %s', async (kind) => {
		clock.trueMs = NOW_MS;
		machine.begin(1);
		expect(await work(kind)).toBeLessThanOrEqual(most[KINDS.indexOf(kind)] ?? 0);
	});
});
