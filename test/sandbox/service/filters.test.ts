import * as fc from 'fast-check';
import type { EventLogService, EventRecord } from '../../../sandbox/service';
import { DEFAULT_BEHAVIOUR, seededLog, startEventLogService } from '../../../sandbox/service';
import type { Query } from './ask';
import { COUNT, FEED, LIST, ask, askCount, askIds } from './ask';

const ALL = { limit: 5000, order: 'ASC' } as const;
const log = seededLog({ events: 2000, seed: 11, tieWidth: 3 });
const events = log.all();

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
const PARAMETERS = Object.keys(VALUE_OF);
const PIPED = [
	'type',
	'user_email',
	'serialnumber',
	'workload_container_id',
	'service_name',
	'service_account_name',
];
const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR'];

function valuesOf(parameter: string): readonly string[] {
	const found = new Set(events.map((event) => VALUE_OF[parameter]?.(event)));
	return [...found].flatMap((value) => value || []);
}

/** Ids that pass, by looking at every event; pipes split the values of every parameter here. */
function naively(query: Query): readonly string[] {
	const passes = (event: EventRecord, parameter: string, text: string): boolean => {
		if (parameter === 'severity') {
			return SEVERITIES.indexOf(event.severity) >= SEVERITIES.indexOf(text);
		}
		const value = VALUE_OF[parameter]?.(event);
		return value !== undefined && text.split('|').some((wanted) => wanted.trim() === value);
	};
	return events
		.filter((event) =>
			Object.entries(query).every(([name, value]) => passes(event, name, String(value))),
		)
		.map(({ id }) => id);
}

let service: EventLogService;
beforeAll(async () => {
	service = await startEventLogService({ log, behaviour: { maxLimit: 5000 } });
});
afterAll(() => service.close());
beforeEach(() => {
	service.behaviour = { ...DEFAULT_BEHAVIOUR, maxLimit: 5000 };
});

async function expectSameAsNaively(query: Query): Promise<number> {
	const expected = naively(query);
	expect(await askIds(service, LIST, { ...ALL, ...query })).toEqual(expected);
	expect(await askCount(service, query)).toBe(expected.length);
	return expected.length;
}

describe('each filter alone', () => {
	it.each(PARAMETERS)('%s lists and counts exactly the events with the value', async (name) => {
		const values = valuesOf(name);
		expect(values.length).toBeGreaterThan(1);
		for (const value of values.slice(0, 4)) {
			expect(await expectSameAsNaively({ [name]: value })).toBeGreaterThan(0);
		}
	});

	it.each(PARAMETERS)('%s finds nothing for a value that no event has', async (name) => {
		expect(await expectSameAsNaively({ [name]: 'no such value' })).toBe(0);
	});

	it.each(SEVERITIES)('severity %s gives that severity and all higher ones', async (severity) => {
		expect(await expectSameAsNaively({ severity })).toBeGreaterThan(0);
	});

	it('finds a user whose address holds a plus sign', async () => {
		const plus = valuesOf('user_email').find((email) => email.includes('+'));
		expect(await expectSameAsNaively({ user_email: plus ?? '' })).toBeGreaterThan(0);
	});
});

describe('several values', () => {
	it.each(PIPED)('%s takes them between pipes, with spaces or without', async (name) => {
		const [first = '', second = ''] = valuesOf(name);
		const both = await expectSameAsNaively({ [name]: `${first}|${second}` });
		expect(both).toBeGreaterThan(await expectSameAsNaively({ [name]: first }));
		expect(await expectSameAsNaively({ [name]: ` ${first}  |  ${second} ` })).toBe(both);
	});

	it.each(PARAMETERS.filter((name) => !PIPED.includes(name)))(
		'%s takes a pipe as part of its one value',
		async (name) => {
			const [first = '', second = ''] = valuesOf(name);
			expect(await askCount(service, { [name]: `${first}|${second}` })).toBe(0);
		},
	);
});

describe('combinations', () => {
	const oneFilter = fc.constantFrom(...PARAMETERS, 'severity').chain((name) => {
		const values = name === 'severity' ? SEVERITIES : valuesOf(name);
		const piped = fc
			.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 6 })
			.map((some) => some.join(' | '));
		const one = fc.constantFrom(...values);
		return (PIPED.includes(name) ? piped : one).map((value) => ({ [name]: value }));
	});
	const someFilters = fc
		.array(oneFilter, { minLength: 1, maxLength: 3 })
		.map((filters) => Object.fromEntries(filters.flatMap((filter) => Object.entries(filter))));

	it('give what passes all filters, in both orders, whatever is skipped', async () => {
		const page = fc.record({ skip: fc.nat(30), limit: fc.integer({ min: 1, max: 50 }) });
		await fc.assert(
			fc.asyncProperty(someFilters, page, async (filters, { skip, limit }) => {
				service.behaviour.tieOrder = 'mirrored';
				const expected = naively(filters);
				const query = { ...filters, skip, limit };
				expect(await askCount(service, filters)).toBe(expected.length);
				const upwards = await askIds(service, LIST, { ...query, order: 'ASC' });
				expect(upwards).toEqual(expected.slice(skip, skip + limit));
				const downwards = await askIds(service, LIST, { ...query, order: 'DESC' });
				expect(downwards).toEqual([...expected].reverse().slice(skip, skip + limit));
			}),
			{ numRuns: 30, seed: 5 },
		);
	});
});

describe('what the specification leaves open', () => {
	it('sub_type without type filters, or is passed over', async () => {
		expect(await askCount(service, { sub_type: 'Device' })).toBeLessThan(events.length);
		service.behaviour.loneSubType = 'ignored';
		expect(await askCount(service, { sub_type: 'Device' })).toBe(events.length);
		expect(await askCount(service, { sub_type: 'Device', type: 'Registration' })).toBe(
			naively({ sub_type: 'Device', type: 'Registration' }).length,
		);
	});

	it('a severity that does not exist is refused, or passed over', async () => {
		expect((await ask(service, LIST, { severity: 'LOUD' })).status).toBe(400);
		service.behaviour.invalidQuery = 'ignore';
		expect(await askCount(service, { severity: 'LOUD' })).toBe(events.length);
	});

	it('an empty parameter filters nothing', async () => {
		expect(await askCount(service, { type: '', severity: '' })).toBe(events.length);
	});

	it('unknown parameters are passed over, or refused by name', async () => {
		expect(await askCount(service, { colour: 'red' })).toBe(events.length);
		service.behaviour.unknownParameters = 'refuse';
		const refused = await ask(service, LIST, { colour: 'red' });
		expect(refused.status).toBe(400);
		expect(refused.text).toContain('colour');
		expect((await ask(service, COUNT, { limit: 5 })).status).toBe(400);
		expect((await ask(service, FEED, { type: 'Access' })).status).toBe(400);
		expect((await ask(service, LIST, { type: 'Access', limit: 5 })).status).toBe(200);
	});

	it('feed has no filters', async () => {
		const query = { limit: 3, type: 'Registration' };
		expect(await askIds(service, FEED, query)).toEqual(await askIds(service, LIST, { limit: 3 }));
	});
});
