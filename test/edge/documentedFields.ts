import { DateTime } from 'luxon';
import { createHash } from 'node:crypto';
import { type Fields, type Json, type ServedEvent, at, isFields, textOf } from './servedEvent';

// The documentation of events, columns, samples and summaries (docs/, design.md, the API's specification),
// written from it alone: nothing here comes from the code that it judges.

export type Dict = Readonly<Record<string, unknown>>;

/** An object without one of its fields. */
export function without(name: string, json: Dict): Dict {
	return Object.fromEntries(Object.entries(json).filter(([known]) => known !== name));
}

/** An object's fields; none of anything else. */
export function dict(value: unknown): Dict {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
		? Object.fromEntries(Object.entries(value))
		: {};
}

// ---- Severities ----

const LEVELS: Readonly<Record<string, number>> = {
	...{ DEBUG: 1, INFO: 2, WARN: 3, WARNING: 3, ERROR: 4 },
	...{ CRITICAL: 5, FATAL: 5, ALERT: 5, EMERGENCY: 5 },
};

/** The documented level, in any letter case; 0 for a severity that nobody knows. */
export function levelOf(severity: unknown): number {
	return LEVELS[textOf(severity).toUpperCase()] ?? 0;
}

/** An unknown severity passes every minimum. */
export function passesMinimumSeverity(severity: unknown, minimum: unknown): boolean {
	return levelOf(severity) === 0 || levelOf(severity) >= levelOf(minimum);
}

// ---- Columns (docs/events.md) ----

export function toIso(ms: number): string | null {
	return Number.isFinite(ms) ? new Date(ms).toISOString() : null;
}

/** Integers that JavaScript can't hold exactly arrive as their digits. */
export function asItem(value: Json): Json {
	if (typeof value === 'bigint')
		return Number.isSafeInteger(Number(value)) ? Number(value) : `${value}`;
	if (Array.isArray(value)) return value.map(asItem);
	if (!isFields(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asItem(one)]));
}

/** One value of a cell: null for nothing and for an empty text, a list or an object as JSON. */
function asCell(value: Json | undefined): string | number | boolean | null {
	const item = asItem(value ?? null);
	if (item === '' || item === null || typeof item === 'bigint') return null;
	return typeof item === 'object' ? JSON.stringify(item) : item;
}

const orNull = (value: Json | undefined) => (value === undefined || value === '' ? null : value);
/** A dot within a name is written `\.`. */
const namesOf = (path: string) =>
	path.split(/(?<!\\)\./).map((name) => name.replace(/\\([\\.])/g, '$1'));

export const deviceOf = (fields: Fields, name: string) =>
	at(fields, 'user_principal', 'device', name);
export const emailOf = (fields: Fields) => at(fields, 'user_principal', 'user', 'email');
export const messageOf = (fields: Fields) => fields.message ?? fields.messages;

/** The name of the service that was accessed. */
export function serviceNameOf(fields: Fields) {
	return (
		asCell(at(fields, 'service', 'name')) ??
		asCell(at(fields, 'link', 'destination', 'service_name'))
	);
}

/** The client's address, else the device's last one; without a port. */
export function addressOf(fields: Fields): unknown {
	const address =
		asCell(at(fields, 'user_principal', 'client', 'ip_address')) ??
		asCell(deviceOf(fields, 'last_ip_address'));
	if (typeof address !== 'string') return address;
	if (address.startsWith('[')) return address.slice(1, address.indexOf(']'));
	const [host, port, ...rest] = address.split(':');
	return port !== undefined && rest.length === 0 ? host : address;
}

/** E-mail addresses are compared whatever their letter case, everything else exactly. */
export function comparable(name: string, value: unknown): unknown {
	const isEmail = ['userEmail', 'who', 'user_principal.user.email'].includes(name);
	const mayBeEmail = typeof value === 'string' && value.includes('@');
	return isEmail && mayBeEmail ? value.toLowerCase() : value;
}

/** The next of an event's names that is there, with the value. */
export function firstNamed(fields: Fields | undefined, names: readonly string[]) {
	const named = names.map((name) => [name, orNull(at(fields, name))] as const);
	return named.find(([, value]) => value !== null) ?? null;
}

export function deviceKeyOf(fields: Fields) {
	const device = at(fields, 'user_principal', 'device');
	const names = ['id', 'serial_number', 'friendly_name'];
	return isFields(device) ? firstNamed(device, names) : null;
}

export function serviceKeyOf(fields: Fields) {
	const id = orNull(at(fields, 'service', 'id') ?? null);
	const name = serviceNameOf(fields);
	if (id !== null) return ['id', id];
	return name === null ? null : ['name', name];
}

/** The user, else the device, else the address, as it is called and written. */
export function whoOf(fields: Fields): readonly unknown[] | null {
	const email = asCell(emailOf(fields));
	if (email !== null) return ['userEmail', email];
	const device = at(fields, 'user_principal', 'device');
	const address = addressOf(fields);
	return (
		(isFields(device) ? firstNamed(device, ['friendly_name', 'serial_number']) : null) ??
		(address === null ? null : ['address', address])
	);
}

/** The text that tells happenings apart: type, subtype, action, user, device and service. */
export function happeningOf(fields: Fields): string {
	const user = comparable('userEmail', orNull(emailOf(fields) ?? null));
	const device = deviceKeyOf(fields);
	const { type, sub_type: subType, action, message } = fields;
	const said = typeof message === 'string' ? message.replace(/(\.\d+):\d+/g, '$1') : '';
	const isUnnamed = user === null && device === null;
	const what = [type, subType, action].map((value) => orNull(value ?? null));
	return JSON.stringify([...what, user, device, serviceKeyOf(fields), isUnnamed ? said : null]);
}

/** The simplified columns in their order. */
export const COLUMNS: readonly string[] = [
	...['summary', 'who'],
	...'createdAt severity message userEmail service action type subType result'.split(' '),
	...'deviceName serialNumber platform ipAddress severityLevel id externalId dedupeKey'.split(' '),
];

/** Columns whose words the documentation leaves open. */
export const UNJUDGED_COLUMNS: readonly string[] = ['summary', 'dedupeKey'];

export function columnOf(name: string, event: ServedEvent, fields: Fields): unknown {
	const documented: Readonly<Record<string, () => unknown>> = {
		who: () => whoOf(fields)?.[1] ?? null,
		createdAt: () => toIso(event.createdAtMs),
		severity: () => asCell(fields.severity),
		message: () => asCell(messageOf(fields)),
		userEmail: () => asCell(emailOf(fields)),
		service: () => serviceNameOf(fields),
		action: () => asCell(fields.action),
		type: () => asCell(fields.type),
		subType: () => asCell(fields.sub_type),
		result: () => asCell(fields.result),
		deviceName: () => asCell(deviceOf(fields, 'friendly_name')),
		serialNumber: () => asCell(deviceOf(fields, 'serial_number')),
		platform: () => asCell(deviceOf(fields, 'platform')),
		ipAddress: () => addressOf(fields),
		severityLevel: () => levelOf(fields.severity),
		id: () => event.id,
		externalId: () => asCell(fields.external_id),
	};
	const made = documented[name];
	return made === undefined ? orNull(asItem(at(fields, ...namesOf(name)) ?? null)) : made();
}

/** Names as a list or as one text. */
export function namesIn(entered: unknown): readonly string[] {
	const names = Array.isArray(entered) ? entered.map(String) : textOf(entered).split(',');
	return names.map((name) => name.trim()).filter((name) => name !== '');
}

/** The chosen columns; undefined for the raw event. */
export function chosenColumns({ simplify, columns }: Dict): readonly string[] | undefined {
	if (simplify === false) return undefined;
	const names = namesIn(columns);
	return names.length > 0 ? names : COLUMNS;
}

/** An item as text; what is open in it left out. */
export function textOfItem(json: Dict): string {
	const own = Object.entries(json).filter(([name]) => !UNJUDGED_COLUMNS.includes(name));
	return JSON.stringify(Object.fromEntries(own));
}

/** The item that an event becomes, as text. */
export function itemOf(event: ServedEvent, fields: Fields, parameters: Dict): string {
	const columns = chosenColumns(parameters);
	if (columns === undefined) return textOfItem(dict(asItem(fields)));
	const own = columns.filter((name) => !UNJUDGED_COLUMNS.includes(name));
	return textOfItem(Object.fromEntries(own.map((name) => [name, columnOf(name, event, fields)])));
}

// ---- Samples and summaries (docs/node.md) ----

/** The events with the lowest SHA-256 of the seed followed by the id, in the order that they have. */
export function sampleOf(
	events: readonly ServedEvent[],
	{ sampleSize, sampleSeed = '' }: Dict,
): readonly ServedEvent[] {
	if (sampleSize === undefined) return events;
	const hashOf = ({ id }: ServedEvent) =>
		createHash('sha256')
			.update(`${textOf(sampleSeed)}${id}`)
			.digest('hex');
	const byHash = events.map((event) => ({ event, hash: hashOf(event) }));
	byHash.sort((one, other) => (one.hash < other.hash ? -1 : 1));
	const drawn = new Set(byHash.slice(0, Number(sampleSize)).map(({ event }) => event));
	return events.filter((event) => drawn.has(event));
}

/** One group of a summary: its values as they are compared, and its item less those. */
export interface Group {
	readonly startMs: number;
	readonly key: string;
	readonly count: number;
	readonly item: Dict;
}

const INTERVALS = ['hour', 'day', 'week', 'month'] as const;

/** The groups of events, in no order. */
export function groupsOf(
	events: readonly ServedEvent[],
	{ groupBy, interval }: Dict,
	zone: string,
	valueOf: (name: string, event: ServedEvent) => unknown,
): readonly Group[] {
	const names = namesIn(groupBy);
	const unit = INTERVALS.find((known) => known === interval);
	const groups = new Map<string, { startMs: number; times: number[] }>();
	for (const event of events) {
		const start = DateTime.fromMillis(event.createdAtMs, { zone }).startOf(unit ?? 'hour');
		const values = names.map((name) => comparable(name, valueOf(name, event)));
		const key = JSON.stringify([unit ? start.toISO() : null, ...values]);
		const group = groups.get(key) ?? { startMs: unit ? start.toMillis() : 0, times: [] };
		groups.set(key, group);
		group.times.push(event.createdAtMs);
	}
	return [...groups].map(([key, { startMs, times }]) => {
		const [firstAt, lastAt] = [toIso(Math.min(...times)), toIso(Math.max(...times))];
		return { startMs, key, count: times.length, item: { count: times.length, firstAt, lastAt } };
	});
}
