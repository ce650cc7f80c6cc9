import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import {
	attributeOf,
	createdAtNsOf,
	seededLog,
	startEventLogService,
	type EventLogService,
	type EventRecord,
	type FilterName,
	type ServiceBehaviour,
} from '../../../../sandbox/service';
import { idsOf, runNode } from '../runNode';

const START_MS = Date.UTC(2024, 4, 1);
const END_MS = START_MS + 3_600_000;
const EVENTS = 240;
/** Where nearly each event takes a request. */
const FEW_EVENTS = 60;
const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR'];

let service: EventLogService;
let log: EventRecord[];

async function openLog(events: number): Promise<void> {
	service = await startEventLogService({
		log: seededLog({ events, seed: 11, startMs: START_MS, endMs: END_MS, tieWidth: 3 }),
	});
	log = service.log.all();
}

beforeAll(async () => await openLog(EVENTS));
afterAll(async () => await service.close());

type Passes = (event: EventRecord) => boolean;
interface Filter {
	readonly parameter: string;
	readonly value: string | number | string[];
	readonly passes: Passes;
}

/** Filters that take values of the log, by parameter name; those with several values first. */
const MANY: Readonly<Record<string, FilterName>> = {
	type: 'type',
	userEmail: 'userEmail',
	serialNumber: 'serialNumber',
	workloadContainerId: 'workloadContainerId',
	serviceName: 'serviceName',
	serviceAccountName: 'serviceAccountName',
};
const ONE: Readonly<Record<string, FilterName>> = {
	subType: 'subType',
	action: 'action',
	deviceId: 'deviceId',
	eventId: 'id',
	externalId: 'externalId',
};

function valuesOf(name: FilterName): string[] {
	const values = log.map((event) => attributeOf(event, name));
	return [...new Set(values.filter((value) => value !== undefined))].filter(
		(value) => value !== '',
	);
}

function manyFilter(parameter: string, picks: readonly number[], asList: boolean): Filter {
	const attribute = MANY[parameter] ?? 'type';
	const all = valuesOf(attribute);
	const values = picks.map((pick) => all[pick % all.length] ?? '');
	return {
		parameter,
		value: asList ? values : values.join(' | '),
		passes: (event) => values.includes(attributeOf(event, attribute) ?? ''),
	};
}

function oneFilter(parameter: string, pick: number): Filter {
	const attribute = ONE[parameter] ?? 'action';
	const all = valuesOf(attribute);
	const value = all[pick % all.length] ?? '';
	return { parameter, value, passes: (event) => attributeOf(event, attribute) === value };
}

function severityFilter(pick: number): Filter {
	const level = pick % SEVERITIES.length;
	return {
		parameter: 'severity',
		value: (SEVERITIES[level] ?? '').toLowerCase(),
		passes: (event) => SEVERITIES.indexOf(event.severity) >= level,
	};
}

function timeFilter(parameter: 'startTime' | 'endTime', pick: number): Filter {
	const event = log[pick % log.length];
	const timeNs = event === undefined ? 0n : createdAtNsOf(event);
	return {
		parameter,
		value: String(timeNs),
		passes: (other) =>
			parameter === 'startTime' ? createdAtNsOf(other) > timeNs : createdAtNsOf(other) < timeNs,
	};
}

function rangeFilter([one, other]: readonly [number, number]): {
	parameters: INodeParameters;
	passes: Passes;
} {
	const after = START_MS + Math.min(one, other);
	const before = START_MS + Math.max(one, other) + 1;
	return {
		parameters: { timeRange: 'custom', after, before },
		passes: ({ createdAtMs }) => createdAtMs >= after && createdAtMs < before,
	};
}

function parametersOf(filters: readonly Filter[]): INodeParameters {
	return Object.fromEntries(filters.map(({ parameter, value }) => [parameter, value]));
}

function expectedIds(order: 'ASC' | 'DESC', passes: Passes): string[] {
	const events = log.filter(passes);
	return (order === 'ASC' ? events : events.reverse()).map(({ id }) => id);
}

/** Events of one instant may come in any order, so they are sorted by id before comparing. */
function canonical(ids: readonly string[]): string[] {
	const timeOf = new Map(log.map(({ id, createdAtMs }) => [id, createdAtMs]));
	let previous: number | undefined;
	let run: string[] = [];
	const sorted: string[] = [];
	for (const id of ids) {
		const time = timeOf.get(id);
		if (time !== previous) {
			sorted.push(...run.sort());
			run = [];
		}
		previous = time;
		run.push(id);
	}
	return [...sorted, ...run.sort()];
}

const BEHAVIOURS: ReadonlyArray<readonly [string, Partial<ServiceBehaviour>]> = [
	['as specified', {}],
	['with pages of 25 at most', { maxLimit: 25 }],
	['with a page of two, less than an instant holds', { maxLimit: 2 }],
	['refusing more than 100 at once', { maxLimit: 100, overMaxLimit: 'refuse' }],
	[
		'with inclusive bounds',
		{ listBounds: 'inclusive', nanosecondBounds: 'inclusive', maxLimit: 60 },
	],
	[
		'with ties in changing order and no deep skip',
		{ tieOrder: 'shuffled', maxSkip: 10, maxLimit: 40 },
	],
	['ignoring a subtype without a type', { loneSubType: 'ignored' }],
];

async function withBehaviour(changes: Partial<ServiceBehaviour>, test: () => Promise<void>) {
	const before = service.behaviour;
	service.behaviour = { ...before, ...changes };
	try {
		await test();
	} finally {
		service.behaviour = before;
	}
}

async function listIds(parameters: INodeParameters): Promise<string[]> {
	return idsOf((await runNode(service, { operation: 'list', ...parameters })).items);
}

const single: ReadonlyArray<readonly [string, () => Filter]> = [
	...Object.keys(MANY).map(
		(name) => [`${name}, one value`, () => manyFilter(name, [3], false)] as const,
	),
	...Object.keys(MANY).map(
		(name) => [`${name}, with pipes`, () => manyFilter(name, [1, 2], false)] as const,
	),
	...Object.keys(MANY).map(
		(name) => [`${name}, a list`, () => manyFilter(name, [0, 4], true)] as const,
	),
	...Object.keys(ONE).map((name) => [name, () => oneFilter(name, 1)] as const),
	...SEVERITIES.map((name, level) => [`severity ${name}`, () => severityFilter(level)] as const),
	['startTime', () => timeFilter('startTime', 120)],
	['endTime', () => timeFilter('endTime', 120)],
];

describe('List with one filter returns exactly what the log holds for it', () => {
	it.each(single)('%s', async (_name, makeFilter) => {
		const { parameter, value, passes } = makeFilter();
		expect(log.filter(passes).length).toBeGreaterThan(0);
		for (const order of ['ASC', 'DESC'] as const) {
			const ids = await listIds({
				returnAll: true,
				filters: { [parameter]: value },
				options: { order },
			});

			expect(canonical(ids)).toEqual(canonical(expectedIds(order, passes)));
		}
	});
});

describe.each([true, false])(
	'What the service lets pass is dropped, simplified: %s',
	(simplify) => {
		it.each([
			['subType', { loneSubType: 'ignored' }, () => oneFilter('subType', 1)],
			['startTime', { nanosecondBounds: 'inclusive' }, () => timeFilter('startTime', 120)],
			['endTime', { nanosecondBounds: 'inclusive' }, () => timeFilter('endTime', 120)],
		] as const)('%s', async (_name, behaviour, makeFilter) => {
			const { parameter, value, passes } = makeFilter();
			await withBehaviour(behaviour, async () => {
				const options = { order: 'ASC' };
				const filters = { [parameter]: value };
				const ids = await listIds({ returnAll: true, simplify, filters, options });
				expect(canonical(ids)).toEqual(canonical(expectedIds('ASC', passes)));
			});
		});
	},
);

const pick = fc.nat(10_000);
const picks = fc.array(pick, { minLength: 1, maxLength: 3 });
const anyFilter = fc.oneof(
	fc
		.tuple(fc.constantFrom(...Object.keys(MANY)), picks, fc.boolean())
		.map((drawn) => () => manyFilter(...drawn)),
	fc.tuple(fc.constantFrom(...Object.keys(ONE)), pick).map((drawn) => () => oneFilter(...drawn)),
	pick.map((drawn) => () => severityFilter(drawn)),
	pick.map((drawn) => () => timeFilter('startTime', drawn % 120)),
	pick.map((drawn) => () => timeFilter('endTime', 120 + (drawn % 120))),
);
const anyRange = fc.option(fc.tuple(fc.nat(3_600_000), fc.nat(3_600_000)));
const anyOrder = fc.constantFrom('ASC', 'DESC');

describe.each(BEHAVIOURS)('a service %s', (_name, behaviour) => {
	const events = behaviour.maxLimit === 2 ? FEW_EVENTS : EVENTS;
	beforeAll(async () => {
		await service.close();
		await openLog(events);
	});
	afterAll(async () => {
		await service.close();
		await openLog(EVENTS);
	});

	it('gives what any combination of filters and range asks for, all of it', async () => {
		await withBehaviour(behaviour, async () => {
			await fc.assert(
				fc.asyncProperty(
					fc.array(anyFilter, { maxLength: 2 }),
					anyRange,
					anyOrder,
					async (makers, rangeDrawn, order) => {
						const filters = makers.map((make) => make());
						const distinct = [
							...new Map(filters.map((filter) => [filter.parameter, filter])).values(),
						];
						const range = rangeDrawn ? rangeFilter(rangeDrawn) : undefined;
						const passes: Passes = (event) =>
							distinct.every((filter) => filter.passes(event)) && (range?.passes(event) ?? true);

						const ids = await listIds({
							returnAll: true,
							filters: parametersOf(distinct),
							...range?.parameters,
							options: { order },
						});

						expect(canonical(ids)).toEqual(canonical(expectedIds(order, passes)));
					},
				),
				{ numRuns: 8, seed: 5 },
			);
		});
	});

	it('gives the window that limit and skip cut out, in either order', async () => {
		await withBehaviour(behaviour, async () => {
			const timeOf = new Map(log.map(({ id, createdAtMs }) => [id, createdAtMs]));
			await fc.assert(
				fc.asyncProperty(
					anyOrder,
					fc.integer({ min: 1, max: 60 }),
					fc.nat(events + 10),
					fc.constantFrom(10, 60, 1000),
					async (order, limit, skip, pageSize) => {
						const ids = await listIds({ limit, options: { order, skip, pageSize } });
						const expected = expectedIds(order, () => true).slice(skip, skip + limit);

						expect(new Set(ids).size).toBe(ids.length);
						expect(ids.map((id) => timeOf.get(id))).toEqual(expected.map((id) => timeOf.get(id)));
					},
				),
				{ numRuns: 6, seed: 6 },
			);
		});
	});
});

describe('Feed', () => {
	it.each<[string, Partial<ServiceBehaviour>]>([
		['as specified', {}],
		[
			'that ignores order and runs newest first',
			{ feedOrder: 'ignored', feedDefaultOrder: 'DESC' },
		],
		['that ignores order and runs oldest first', { feedOrder: 'ignored', feedDefaultOrder: 'ASC' }],
		['that knows lower case only', { feedOrder: 'lowerCaseOnly', feedMaxLimit: 30 }],
		['that sorts pages only', { feedOrder: 'sortsPage', feedMaxLimit: 30 }],
		['with exclusive bounds and small pages', { feedBounds: 'exclusive', feedMaxLimit: 20 }],
	])('%s gives the range in the order asked for', async (_name, behaviour) => {
		await withBehaviour(behaviour, async () => {
			for (const order of ['ASC', 'DESC'] as const) {
				const range = rangeFilter([600_000, 2_400_000]);
				const parameters = { operation: 'feed', ...range.parameters, options: { order } };
				const { items } = await runNode(service, { ...parameters, returnAll: true });
				const limited = await runNode(service, { ...parameters, limit: 7 });

				const expected = expectedIds(order, range.passes);
				expect(canonical(idsOf(items))).toEqual(canonical(expected));
				expect(limited.items).toHaveLength(7);
				expect(limited.items.map(({ json }) => json.createdAt)).toEqual(
					items.slice(0, 7).map(({ json }) => json.createdAt),
				);
			}
		});
	});
});
