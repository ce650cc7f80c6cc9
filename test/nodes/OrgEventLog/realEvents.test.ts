import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { parseEventsPage } from '../../../nodes/OrgEventLog/api/parseResponse';
import { simplify } from '../../../nodes/OrgEventLog/events/columns';
import {
	createEventLog,
	listEventText,
	startEventLogService,
	type EventLogService,
	type EventRecord,
} from '../../../sandbox/service';
import { readBinary } from '../../support/n8nContexts';
import { parseCsv } from '../../support/parseCsv';
import { recordedEvents } from '../../support/recordedEvents';
import {
	createActiveWorld,
	endWorlds,
	HOUR,
	MINUTE,
	WORLD_START_MS,
} from '../../support/triggerHarness';
import { idsOf, runNode } from './runNode';

// 295 events made after what a real service of this kind logged, through everything that is
// picked out, shown, told and reported.

const { events, refusals, happenings } = recordedEvents(WORLD_START_MS);
const idsOfRecords = (records: readonly EventRecord[]) => records.map(({ id }) => id);

let service: EventLogService;

beforeAll(async () => {
	service = await startEventLogService({ log: createEventLog(events) });
});
afterAll(async () => await service.close());
afterEach(endWorlds);

const ALL: INodeParameters = { returnAll: true, options: { order: 'ASC' } };

async function runAll(parameters: INodeParameters) {
	return await runNode(service, { ...ALL, ...parameters });
}

/** How often each of them occurs. */
function tally(values: readonly unknown[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
	return counts;
}

it('are as many of each kind as were recorded', () => {
	const kinds = events.map(({ type, subType, action }) => `${type}/${subType}/${action}`);
	expect(tally(kinds)).toEqual({
		'Access/Connection/Unauthorized': 68,
		'Identity/UserPrincipal/Deny': 32,
		'Identity/UserPrincipal/IDP': 60,
		'Identity/UserPrincipal/OCSP': 42,
		'Identity/UserPrincipal/MDM': 36,
		'Identity/UserPrincipal/Grant': 30,
		'Access/Connection/Authorized': 16,
		'Access/Resource/Authorized': 3,
		'TrustScoring/Device/TrustScoreCalculate': 6,
		'Registration/Device/Register': 1,
		'Registration/Device/Unregister': 1,
	});
	const [first, last] = [refusals[0]?.createdAtMs ?? 0, refusals.at(-1)?.createdAtMs ?? 0];
	expect((last - first) / HOUR).toBeCloseTo(18, 1);
	expect(new Set(happenings.values()).size).toBe(13);
});

describe('presets', () => {
	it('Refused Access takes all 100 refusals and nothing else, and left out none of their names', async () => {
		const { items, notes } = await runAll({ preset: 'refusedAccess' });

		expect(idsOf(items)).toEqual(idsOfRecords(refusals));
		expect(notes.join()).toContain(
			'selected: “Access / Connection / Unauthorized”, “Identity / UserPrincipal / Deny”. To select others',
		);
	});

	it.each([
		['refusedAccess', 100],
		['deviceRegistered', 1],
		['deviceOutOfCompliance', 0],
		['warningsAndErrors', 101],
	])('Count says of %s %i', async (preset, count) => {
		const { items } = await runNode(service, { operation: 'count', preset });

		expect(items.map(({ json }) => json)).toEqual([{ count }]);
	});
});

describe('columns', () => {
	it('are null where an event has an empty text, and filled where it has a value', async () => {
		const { items } = await runAll({});
		const filled = (column: string) => items.filter(({ json }) => json[column] !== null).length;

		expect(items).toHaveLength(295);
		expect(items.some(({ json }) => Object.values(json).includes(''))).toBe(false);
		expect(filled('userEmail')).toBe(295 - 94);
		expect(filled('result')).toBe(295 - 87);
		expect(filled('deviceName')).toBe(8);
		expect(filled('serialNumber')).toBe(295 - 94);
		expect(tally(items.map(({ json }) => json.severityLevel))).toEqual({
			'1': 138,
			'2': 56,
			'3': 1,
			'4': 100,
		});
	});

	it('say of every refusal who or from where, and to what where the event tells', () => {
		const columns = refusals.map((refusal) => simplify(toLoggedEvent(refusal)));

		expect(columns.filter(({ userEmail }) => userEmail === null)).toHaveLength(94);
		expect(columns.filter(({ ipAddress }) => !/^[\d.]+$/.test(String(ipAddress)))).toEqual([]);
		expect(tally(columns.map(({ service }) => service))).toEqual({
			...{ Payroll: 45, Wiki: 17, Build: 5, Grafana: 1 },
			null: 32,
		});
	});

	it('dedupeKey is one for each happening: told again by another port, at another time, as PERIODIC', () => {
		const keys = new Map<string, Set<number | undefined>>();
		for (const refusal of refusals) {
			const { dedupeKey } = simplify(toLoggedEvent(refusal));
			const found = keys.get(String(dedupeKey)) ?? new Set();
			keys.set(String(dedupeKey), found.add(happenings.get(refusal.id)));
		}

		expect(keys.size).toBe(13);
		expect([...keys.values()].map(({ size }) => size)).toEqual(Array(13).fill(1));
	});
});

function toLoggedEvent(event: EventRecord) {
	const {
		events: [logged],
	} = parseEventsPage(Buffer.from(`{"data":[${listEventText(event)}]}`));
	if (logged === undefined) throw new Error('No event');
	return logged;
}

describe('alerts', () => {
	/** Polls as time goes by, events becoming visible as they are logged. */
	async function pollThrough(parameters: INodeParameters) {
		const recorded = recordedEvents(WORLD_START_MS + 5 * MINUTE).events;
		const world = await createActiveWorld({ parameters });
		const items: INodeExecutionData[] = [];
		for (let next = 0; next < recorded.length;) {
			world.nowMs += HOUR;
			const first = next;
			while ((recorded[next]?.createdAtMs ?? Infinity) <= world.nowMs) next++;
			world.service.log.append(...recorded.slice(first, next));
			items.push(...(await world.poll({ afterMs: 0 })).items);
		}
		return { items, recorded };
	}

	it.each(['feed', 'list'])('all 100 refusals, each once (%s)', async (source) => {
		const { items } = await pollThrough({ source, preset: 'refusedAccess' });

		expect(idsOf(items)).toEqual(idsOfRecords(refusals));
	});

	it('an hour of suppression leaves 41 messages of them: each happening once an hour at most', async () => {
		const { items } = await pollThrough({ preset: 'refusedAccess', suppressRepeats: 60 });

		expect(items.length).toBeLessThanOrEqual(41);
		expect(idsOf(items)).toEqual(firstsOfEachHour());
	});

	it.each([
		['user', 41],
		['userAndService', 41],
		['device', 41],
		['address', 38],
	])('an hour per %s leaves %i messages of them', async (suppressPer, count) => {
		const parameters = { preset: 'refusedAccess', suppressRepeats: 60, suppressPer };
		const { items } = await pollThrough(parameters);

		expect(items).toHaveLength(count);
		expect(idsOf(items)).toEqual(firstsOfEachHour(SUPPRESSED_PER[suppressPer]));
		const heldBack = items.reduce((sum, { json }) => sum + Number(json.suppressed), 0);
		expect(heldBack).toBeLessThanOrEqual(100 - count);
	});

	it('five of one happening within ten minutes are a burst', async () => {
		const { items } = await pollThrough({
			preset: 'refusedAccess',
			emit: 'burst',
			burstCount: 5,
			burstMinutes: 10,
			burstPer: 'happening',
		});

		expect(items.map(({ json }) => json.count)).toEqual([5, 5, 5]);
		expect(items.map(({ json }) => json.summary)).toEqual(
			Array(3).fill('5 refusals of the same kind within 6 minutes, last from 203.0.113.40'),
		);
		expect(items.flatMap(({ json }) => namesOf(json.events))).toEqual(
			Array(15).fill('FAILED - unknown devices not allowed'),
		);
	});

	it('a digest counts what names nobody, and no empty text is a user', async () => {
		const { items } = await pollThrough({ emit: 'digest', preset: 'refusedAccess' });
		const counts = items.map(({ json }) => Number(json.count));

		expect(counts.reduce((sum, count) => sum + count)).toBe(100);
		expect(JSON.stringify(items.map(({ json }) => json.topUsers))).not.toContain('""');
	});
});

type Key = (refusal: EventRecord) => string | number | undefined;

const byHappening: Key = ({ id }) => happenings.get(id);

/** As they were recorded; where it is not named, by what happened. */
const SUPPRESSED_PER: Readonly<Record<string, Key>> = {
	user: (one) => one.userPrincipal?.user?.email || byHappening(one),
	// Those who are named were refused by no service.
	userAndService: byHappening,
	device: (one) => one.userPrincipal?.device?.serial_number || byHappening(one),
	address: ({ userPrincipal }) => userPrincipal?.client?.ip_address.split(':')[0],
};

/** What is left where what happened is known: an event that lies an hour or more behind the last one told. */
function firstsOfEachHour(keyOf: Key = byHappening): string[] {
	const toldAtMs = new Map<string | number | undefined, number>();
	return idsOfRecords(
		refusals.filter((refusal) => {
			const { createdAtMs } = refusal;
			const key = keyOf(refusal);
			if (createdAtMs - (toldAtMs.get(key) ?? -Infinity) < HOUR) return false;
			toldAtMs.set(key, createdAtMs);
			return true;
		}),
	);
}

function namesOf(told: unknown): unknown[] {
	return Array.isArray(told) ? told.map((event: { message?: unknown }) => event.message) : [];
}

describe('reports', () => {
	const FILE: INodeParameters = { output: 'file' };

	async function fileOf(parameters: INodeParameters) {
		const { items } = await runAll({ ...FILE, ...parameters });
		const file = items[0]?.binary?.data;
		if (file === undefined) throw new Error('No file');
		return { manifest: items[0]?.json, text: String(await readBinary(file)) };
	}

	it('a CSV has a row for each event, and its manifest says so', async () => {
		const { manifest, text } = await fileOf({ fileFormat: 'csv', preset: 'refusedAccess' });
		const [header = [], ...rows] = parseCsv(text);

		expect(rows.map((row) => row[header.indexOf('id')])).toEqual(idsOfRecords(refusals));
		expect(rows.map((row) => row[header.indexOf('message')])).toEqual(
			refusals.map(({ message }) => message),
		);
		expect(manifest).toMatchObject({
			events: 100,
			firstEvent: { id: refusals[0]?.id },
			lastEvent: { id: refusals.at(-1)?.id },
		});
	});

	it('a CSV of every field has what stands beside the documented ones', async () => {
		const { manifest, text } = await fileOf({ fileFormat: 'csv', simplify: false });
		const [header = [], ...rows] = parseCsv(text);
		const column = (name: string) => rows.map((row) => row[header.indexOf(name)]);
		const ofRecords = (valueOf: (event: EventRecord) => string | undefined) =>
			events.map((event) => valueOf(event) ?? '');

		expect(manifest).toMatchObject({ events: 295 });
		expect(column('user_principal.client.ip_address')).toEqual(
			ofRecords(({ userPrincipal }) => userPrincipal?.client?.ip_address),
		);
		expect(column('external_id')).toEqual(ofRecords(({ externalId }) => externalId));
		expect(tally(column('link.destination.service_name'))).toMatchObject({ '': 211 });
		expect(tally(column('policy.version'))).toEqual({ '8': 146, '': 149 });
	});

	it('NDJSON has each event as the service wrote it', async () => {
		const { text } = await fileOf({ fileFormat: 'ndjson', simplify: false });

		expect(text.trimEnd().split('\n')).toEqual(events.map(listEventText));
	});
});
