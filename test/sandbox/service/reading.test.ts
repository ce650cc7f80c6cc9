import type { EventRecord, ServiceBehaviour } from '../../../sandbox/service';
import {
	DEFAULT_REFRESH_TOKEN,
	createEventLog,
	makeDevice,
	makeEvent,
	makeUser,
	seededLog,
} from '../../../sandbox/service';
import type { Query } from './ask';
import {
	COUNT,
	FEED,
	LIST,
	ask,
	askCount,
	askEvents,
	askIds,
	exchange,
	servicesForTests,
	statusOf,
} from './ask';

const start = servicesForTests();
const BASE_MS = 1_715_675_400_123;
const NS = 1_000_000n;
const OFFSETS = [0, 1, 1, 2, 5, 5, 5, 5, 6, 9];
/** e0 to e9, oldest first, e4 to e7 in one instant. */
const events = OFFSETS.map((offset, index) =>
	makeEvent({ id: `e${index}`, createdAtMs: BASE_MS + offset }),
);
const IDS = events.map(({ id }) => id);
const NEWEST_FIRST = [...IDS].reverse();

const startFew = async (behaviour: Partial<ServiceBehaviour> = {}) =>
	await start(createEventLog(events), { tieOrder: 'mirrored', ...behaviour });

describe('filters', () => {
	const log = seededLog({ events: 2000, seed: 11, tieWidth: 3 });
	const all = log.all();
	/** What the specification says each parameter compares with, written anew from its text. */
	const VALUE_OF: Readonly<Record<string, (event: EventRecord) => string | undefined>> = {
		type: (event) => event.type,
		sub_type: (event) => event.subType,
		user_email: (event) => event.userPrincipal?.user?.email,
		device_id: (event) => event.userPrincipal?.device?.id,
		serialnumber: (event) => event.userPrincipal?.device?.serial_number,
		workload_container_id: (event) => event.workloadContainerId,
		service_name: (event) => event.serviceName,
		action: (event) => event.action,
		id: (event) => event.id,
		external_id: (event) => event.externalId,
		service_account_name: (event) => event.serviceAccountName,
	};
	const PIPED =
		/^(type|user_email|serialnumber|workload_container_id|service_name|service_account_name)$/;
	const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR'];
	function naively(query: Query): readonly string[] {
		const passes = (event: EventRecord, name: string, text: string): boolean => {
			if (name === 'severity')
				return SEVERITIES.indexOf(event.severity) >= SEVERITIES.indexOf(text);
			const wanted = PIPED.test(name) ? text.split('|').map((part) => part.trim()) : [text];
			return wanted.includes(VALUE_OF[name]?.(event) ?? '');
		};
		return all
			.filter((event) => Object.entries(query).every(([name, v]) => passes(event, name, String(v))))
			.map(({ id }) => id);
	}

	const someOf = (name: string) => {
		const [one = '', two = ''] = new Set(all.flatMap((event) => VALUE_OF[name]?.(event) || []));
		// Where pipes part nothing, no event has what stands between them.
		return [{ [name]: one }, { [name]: ` ${one}  | ${two} ` }];
	};
	const queries: readonly Query[] = [
		...Object.keys(VALUE_OF).flatMap(someOf),
		...SEVERITIES.map((severity) => ({ severity })),
		{ type: 'Access', severity: 'ERROR', action: 'Unauthorized' },
	];
	it.each(queries)('%j gives what passes, in both orders, whatever is skipped', async (query) => {
		const service = await start(log, { tieOrder: 'mirrored' });
		const expected = naively(query);
		expect(await askCount(service, query)).toBe(expected.length);
		const page = { ...query, skip: 3, limit: 7 };
		expect(await askIds(service, LIST, { ...page, order: 'ASC' })).toEqual(expected.slice(3, 10));
		expect(await askIds(service, LIST, page)).toEqual([...expected].reverse().slice(3, 10));
	});

	it('are not known to feed, nor to list where they are misspelt', async () => {
		const service = await start(log);
		const query = { limit: 3, type: 'Registration', colour: 'red' };
		expect(await askIds(service, FEED, query)).toEqual(await askIds(service, LIST, { limit: 3 }));
		service.behaviour.unknownParameters = 'refuse';
		expect((await ask(service, LIST, { colour: 'red' })).text).toContain('colour');
		expect((await ask(service, COUNT, { limit: 5 })).status).toBe(400);
		expect((await ask(service, FEED, { type: 'Access' })).status).toBe(400);
	});

	it('sub_type without type filters, or is passed over', async () => {
		const service = await start(log, { loneSubType: 'ignored' });
		expect(await askCount(service, { sub_type: 'Device' })).toBe(log.size);
		const both = { sub_type: 'Device', type: 'Registration' };
		expect(await askCount(service, both)).toBe(naively(both).length);
	});
});

describe('bounds', () => {
	const within = (isWithin: (offsetMs: number) => boolean) =>
		IDS.filter((_, index) => isWithin(OFFSETS[index] ?? NaN));
	const [after, before] = [BASE_MS + 1, BASE_MS + 6];
	const order = 'ASC';

	it.each(['exclusive', 'inclusive'] as const)('of list are %s', async (listBounds) => {
		// Exclusive is what it is unless told otherwise.
		const service = await startFew(listBounds === 'exclusive' ? {} : { listBounds });
		const exclusive = within((offsetMs) => offsetMs > 1 && offsetMs < 6);
		const inclusive = within((offsetMs) => offsetMs >= 1 && offsetMs <= 6);
		const expected = listBounds === 'exclusive' ? exclusive : inclusive;
		expect(await askIds(service, LIST, { order, after, before })).toEqual(expected);
		expect(await askCount(service, { after, before })).toBe(expected.length);
		expect(await askIds(service, FEED, { order, after, before })).toEqual(inclusive);
	});

	it('in nanoseconds are exclusive, and feed knows none', async () => {
		const service = await startFew();
		const ns = { start_time: BigInt(after) * NS - 1n, end_time: BigInt(before) * NS };
		const expected = within((offsetMs) => offsetMs >= 1 && offsetMs < 6);
		expect(await askIds(service, LIST, { order, ...ns })).toEqual(expected);
		expect(await askCount(service, ns)).toBe(expected.length);
		expect(await askIds(service, FEED, { order, ...ns })).toEqual(IDS);
	});

	it('that are no numbers are refused, or passed over', async () => {
		const service = await startFew();
		expect((await ask(service, LIST, { after: '2024-05-14' })).status).toBe(400);
		expect((await ask(service, LIST, { severity: 'LOUD' })).status).toBe(400);
		expect((await ask(service, LIST, { limit: -1 })).status).toBe(400);
		service.behaviour.invalidQuery = 'ignore';
		expect(await askCount(service, { after: '2024-05-14', severity: 'LOUD' })).toBe(IDS.length);
	});
});

describe('pages', () => {
	const rows: ReadonlyArray<
		readonly [string, Partial<ServiceBehaviour>, path: string, Query, readonly string[]]
	> = [
		['list gives the newest 10, newest first', {}, LIST, {}, NEWEST_FIRST],
		['skip and limit cut', {}, LIST, { order: 'ASC', skip: 3, limit: 4 }, IDS.slice(3, 7)],
		['beyond the end is nothing', {}, LIST, { skip: 10 }, []],
		['a greater limit is capped', { maxLimit: 4 }, LIST, { limit: 9 }, NEWEST_FIRST.slice(0, 4)],
		['feed has its own limits', { feedMaxLimit: 5 }, FEED, { limit: 9 }, NEWEST_FIRST.slice(0, 5)],
		['list knows ASC only', {}, LIST, { order: 'asc' }, NEWEST_FIRST],
		['feed honours any case', {}, FEED, { order: 'asc' }, IDS],
		['or ignores', { feedOrder: 'ignored' }, FEED, { order: 'ASC' }, NEWEST_FIRST],
		['or one case', { feedOrder: 'lowerCaseOnly' }, FEED, { order: 'ASC' }, NEWEST_FIRST],
		['or the other', { feedOrder: 'upperCaseOnly' }, FEED, { order: 'ASC' }, IDS],
		['or only sorts', { feedOrder: 'sortsPage' }, FEED, { order: 'ASC', limit: 3 }, IDS.slice(-3)],
	];
	it.each(rows)('%s', async (_what, behaviour, path, query, expected) => {
		expect(await askIds(await startFew(behaviour), path, query)).toEqual(expected);
	});

	it.each(['insertion', 'mirrored'] as const)('break ties by %s', async (tieOrder) => {
		const service = await startFew({ tieOrder });
		for (const order of ['ASC', 'DESC']) {
			const ids = await askIds(service, LIST, { order, limit: 30 });
			const isUpwards = tieOrder === 'insertion' || order === 'ASC';
			expect(ids.indexOf('e4') < ids.indexOf('e7')).toBe(isUpwards);
		}
	});

	it('shuffle ties anew with each request, where told so, and nothing else', async () => {
		const service = await startFew({ tieOrder: 'shuffled' });
		const pages = [];
		for (let asked = 0; asked < 12; asked++) pages.push(await askIds(service, LIST));
		expect(new Set(pages.map(String)).size).toBeGreaterThan(3);
		for (const page of pages) expect([...page.slice(2, 6)].sort()).toEqual(IDS.slice(4, 8));
	});
});

describe('what is shown', () => {
	it('list and feed show the fields of the specification, integers digit for digit', async () => {
		const event = makeEvent({
			...{ message: '=1, "quoted"\r\n\t\\ 接続 ✅ \u2028', groupId: 'g', externalId: 'EXT-1' },
			createdAtMs: BASE_MS,
			createdAtNs: 1_715_675_400_123_456_789n,
			userPrincipal: { device: makeDevice(), user: makeUser() },
			extra: { trustscore: { score: 0.1 } },
		});
		const service = await start(createEventLog([event]));
		const shared =
			'action created_at external_id id org_id org_name result severity sub_type trustscore type user_principal';
		const [listed = {}] = await askEvents(service, LIST);
		const [fed = {}] = await askEvents(service, FEED);
		const sorted = (names: string) => names.split(' ').sort();
		expect(Object.keys(listed).sort()).toEqual(sorted(`${shared} created_at_ns message`));
		expect(Object.keys(fed).sort()).toEqual(sorted(`${shared} group_id messages`));
		expect([listed.message, fed.messages]).toEqual([event.message, event.message]);
		const { text } = await ask(service, LIST);
		expect(text).toContain('"created_at_ns":1715675400123456789,');
		expect(text).toContain('"last_mdm_data_synced_at":1715671800987654321}');
		const { last_mdm_data_synced_at: syncedAt } = makeDevice();
		expect(listed.user_principal).toEqual({
			device: { ...makeDevice(), last_mdm_data_synced_at: Number(syncedAt) },
			user: makeUser(),
		});
	});

	it('an empty log is an empty list, or null, and a count of 0', async () => {
		const service = await start();
		expect((await ask(service, LIST)).text).toBe('{"data":[]}');
		expect(await askCount(service)).toBe(0);
		service.behaviour.emptyData = 'null';
		expect((await ask(service, FEED)).text).toBe('{"data":null}');
	});

	it('created_at may be digits in a text', async () => {
		const service = await start(createEventLog(events), { createdAt: 'text' });
		for (const path of [LIST, FEED]) {
			const [event] = await askEvents(service, path, { limit: 1 });
			expect(event?.created_at).toBe(String(BASE_MS + 9));
		}
	});

	it('an after that is too old is refused', async () => {
		const clock = () => BASE_MS + 1_000;
		const service = await start(createEventLog(events), { maxAfterAgeMs: 1_000 }, { clock });
		for (const path of [LIST, FEED, COUNT]) {
			expect((await ask(service, path, { after: BASE_MS })).status).toBe(200);
			expect((await ask(service, path, { after: BASE_MS - 1 })).status).toBe(400);
		}
	});

	it.each([
		['none', 'seconds', null],
		['retry-after', 'seconds', '55'],
		['retry-after', 'date', new Date(BASE_MS + 60_000).toUTCString()],
		['ratelimit-reset', 'seconds', '55'],
		['x-ratelimit-reset', 'epoch', String(Math.ceil((BASE_MS + 60_000) / 1000))],
	] as const)('a quota tells by %s in %s when it begins anew', async (header, reset, told) => {
		let nowMs = BASE_MS;
		const quota = { perMinute: 2, header, reset };
		const service = await start(createEventLog(events), { quota }, { clock: () => nowMs });
		expect([await statusOf(service), await statusOf(service, COUNT)]).toEqual([200, 200]);
		nowMs += 5_000;
		const { status, headers } = await ask(service, FEED);
		expect([status, headers.get(header)]).toEqual([429, told]);
		nowMs = BASE_MS + 60_000;
		expect(await statusOf(service, FEED)).toBe(200);
	});

	it('a late event shows to no operation before its time, and then in its place', async () => {
		let nowMs = BASE_MS + 99;
		const late = makeEvent({ id: 'late', createdAtMs: BASE_MS + 2, visibleAtMs: BASE_MS + 100 });
		const service = await start(createEventLog([...events, late]), {}, { clock: () => nowMs });
		const seen = async () => [
			(await askIds(service, LIST, { limit: 20 })).indexOf('late'),
			(await askIds(service, FEED, { limit: 20 })).indexOf('late'),
			await askCount(service),
			await askCount(service, { severity: 'INFO' }),
		];
		expect(await seen()).toEqual([-1, -1, 10, 10]);
		nowMs++;
		expect(await seen()).toEqual([7, 7, 11, 11]);
	});
});

it('an access token does for as long as it lives, another one each time', async () => {
	let nowMs = BASE_MS;
	const service = await start(undefined, { accessTokenLifetimeMs: 1000 }, { clock: () => nowMs });
	const one = await exchange(service, DEFAULT_REFRESH_TOKEN);
	expect(await exchange(service, DEFAULT_REFRESH_TOKEN)).not.toBe(one);
	nowMs += 999;
	expect(await statusOf(service, LIST, one)).toBe(200);
	nowMs += 1;
	expect(await statusOf(service, LIST, one)).toBe(401);
});
