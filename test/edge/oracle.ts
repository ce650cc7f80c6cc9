import { DateTime } from 'luxon';
import { createHash } from 'node:crypto';
import { summarySentence } from '../../nodes/OrgEventLog/events/summarySentence';
import {
	at,
	isFields,
	nanosecondsOf,
	textOf,
	type Fields,
	type Json,
	type ServedEvent,
} from './service';

// What the documentation says of events, filters, presets, ranges, columns and files, written from it
// alone (docs/, design.md, the API's specification): nothing here but the sentence of a summary comes from the code
// that it judges.

export type Parameters = Readonly<Record<string, unknown>>;
export type Dict = Readonly<Record<string, unknown>>;

export function dict(value: unknown): Dict {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
		? Object.fromEntries(Object.entries(value))
		: {};
}

// ---- Filters and presets (docs/filters.md; the words of the presets are those of issue 20, A.3) ----

export const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR'];
/** DEBUG 1 … ERROR 4, what is above ERROR 5, unknown 0, in any letter case. */
const SEVERITY_LEVELS: Readonly<Record<string, number>> = {
	...{ DEBUG: 1, INFO: 2, WARN: 3, WARNING: 3, ERROR: 4 },
	...{ CRITICAL: 5, FATAL: 5, ALERT: 5, EMERGENCY: 5 },
};
const levelOf = (severity: unknown): number => SEVERITY_LEVELS[String(severity).toUpperCase()] ?? 0;
/** What is unknown passes any minimum. */
const reaches = (severity: unknown, minimum: unknown): boolean =>
	levelOf(severity) === 0 || levelOf(severity) >= levelOf(minimum);

const says = (value: unknown, words: RegExp) => typeof value === 'string' && words.test(value);
const REFUSES = /deny|denied|unauthorized|refused|rejected|blocked|forbidden/i;
const FAILED = /fail/i;
const deviceOf = (fields: Fields, name: string) => at(fields, 'user_principal', 'device', name);
const emailOf = (fields: Fields) => at(fields, 'user_principal', 'user', 'email');

const PRESETS: Readonly<Record<string, (fields: Fields) => boolean>> = {
	none: () => true,
	warningsAndErrors: ({ severity }) => reaches(severity, 'WARN'),
	refusedAccess: ({ action, type, result, severity }) =>
		says(action, REFUSES) ||
		(says(type, /access/i) && (levelOf(result) >= 3 || levelOf(severity) >= 3)),
	deviceRegistered: ({ action, type, sub_type: subType }) =>
		says(type, /regist/i) &&
		says(subType, /device/i) &&
		says(action, /regist/i) &&
		!says(action, /unregist/i) &&
		!says(action, FAILED),
	deviceOutOfCompliance: (fields) =>
		says(deviceOf(fields, 'compromised_status'), /^true$/i) ||
		says(deviceOf(fields, 'compliance_status'), /^(false|non.?compliant|out of compliance)$/i),
};

/** The least severity that passes, the preset's included; none where none is asked for. */
export function minimumSeverity({ preset, filters }: Parameters): string | undefined {
	const ofPreset = preset === 'warningsAndErrors' ? 3 : 0;
	const [ofFilter] = valuesOf(dict(filters).severity ?? []);
	return SEVERITIES[Math.max(ofPreset, levelOf(ofFilter)) - 1];
}

const VALUES: Readonly<Record<string, (event: ServedEvent) => unknown>> = {
	type: ({ fields }) => fields.type,
	subType: ({ fields }) => fields.sub_type,
	action: ({ fields }) => fields.action,
	userEmail: ({ fields }) => emailOf(fields),
	deviceId: ({ fields }) => deviceOf(fields, 'id'),
	serialNumber: ({ fields }) => deviceOf(fields, 'serial_number'),
	workloadContainerId: ({ workload }) => workload,
	serviceName: ({ serviceName }) => serviceName,
	serviceAccountName: ({ serviceAccount }) => serviceAccount,
	eventId: ({ id }) => id,
	externalId: ({ fields }) => fields.external_id,
};

/** What somebody entered, whether picked from a list or not; none for a field that is left empty. */
export function valuesOf(entered: unknown): readonly string[] {
	const value = Array.isArray(entered) ? entered : (dict(entered).value ?? entered);
	if (Array.isArray(value)) return value.map(String);
	return String(value)
		.split('|')
		.map((text) => text.trim())
		.filter((text) => text !== '');
}

/** The first instant that is not before a date, in nanoseconds. */
export function toNs(entered: unknown, zone: string): bigint {
	const text = String(entered);
	if (/^\d+$/.test(text)) return BigInt(text);
	return nanosecondsOf(DateTime.fromISO(text, { zone }).toMillis());
}

/** Names that an event need not show: refused where they are to leave events out. */
const NEVER_SHOWN = ['serviceAccountName', 'workloadContainerId'];

/** Whether Exclude has a field that can't be told from an event. */
export function excludesUnseen({ exclude }: Parameters): boolean {
	return Object.keys(dict(exclude)).some((name) => NEVER_SHOWN.includes(name));
}

/** Whether any field of Exclude matches an event by what it shows itself. */
function isExcluded(event: ServedEvent, exclude: unknown): boolean {
	return Object.entries(dict(exclude)).some(([name, entered]) => {
		const shown = name === 'serviceName' ? serviceNameOf(event.fields) : VALUES[name]?.(event);
		return valuesOf(entered).some((value) => value === shown);
	});
}

/** Whether an event passes the preset and every filter that is set, and is not excluded. */
export function passes(
	event: ServedEvent,
	{ preset, filters, exclude }: Parameters,
	zone: string,
): boolean {
	if (isExcluded(event, exclude)) return false;
	if (PRESETS[textOf(preset) || 'none']?.(event.fields) !== true) return false;
	return Object.entries(dict(filters)).every(([name, entered]) => {
		const wanted = valuesOf(entered);
		const createdAtNs = nanosecondsOf(event.createdAtMs);
		if (wanted.length === 0) return true;
		if (name === 'severity') return reaches(event.fields.severity, wanted[0]);
		if (name === 'startTime') return createdAtNs > toNs(entered, zone);
		if (name === 'endTime') return createdAtNs < toNs(entered, zone);
		return wanted.some((value) => value === VALUES[name]?.(event));
	});
}

// ---- Ranges: half-open, in the workflow's timezone (docs/node.md) ----

export interface Range {
	readonly startMs: number;
	readonly endMs: number;
}

const PERIODS = ['Day', 'Week', 'Month', 'Quarter', 'Year'];
const UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;

/** Null for a range that is refused. */
export function rangeOf(parameters: Parameters, nowMs: number, zone: string): Range | null {
	const { timeRange, lastAmount, lastUnit, period, after, before } = parameters;
	const now = DateTime.fromMillis(nowMs, { zone });
	if (timeRange === 'last') {
		return {
			startMs: now.minus({ [String(lastUnit)]: Number(lastAmount) }).toMillis(),
			endMs: nowMs,
		};
	}
	if (timeRange === 'period') {
		const name = String(period).replace('today', 'thisDay').replace('yesterday', 'lastDay');
		const unit = UNITS[PERIODS.indexOf(name.slice(4))] ?? 'day';
		const first = now.startOf(unit).minus({ [unit]: name.startsWith('last') ? 1 : 0 });
		return { startMs: first.toMillis(), endMs: first.plus({ [unit]: 1 }).toMillis() };
	}
	if (timeRange !== 'custom') return { startMs: -Infinity, endMs: Infinity };
	const toMs = (entered: unknown, open: number): number => {
		const text = textOf(entered);
		if (text === '') return open;
		return /^\d+$/.test(text) ? Number(text) : DateTime.fromISO(text, { zone }).toMillis();
	};
	const range = { startMs: toMs(after, -Infinity), endMs: toMs(before, Infinity) };
	const isNone = range.startMs === -Infinity && range.endMs === Infinity;
	return isNone || range.startMs >= range.endMs ? null : range;
}

// ---- Columns (docs/events.md) ----

const iso = (ms: number) => new Date(ms).toISOString();
export const isoOrNull = (ms: number): string | null => (Number.isFinite(ms) ? iso(ms) : null);

/** Integers that JavaScript can't hold exactly arrive as their digits. */
export function asItem(value: Json): Json {
	if (typeof value === 'bigint')
		return Number.isSafeInteger(Number(value)) ? Number(value) : `${value}`;
	if (Array.isArray(value)) return value.map(asItem);
	if (!isFields(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asItem(one)]));
}

/** What there is, as one value: null for nothing and for an empty text, a list or an object as JSON. */
function asCell(value: Json | undefined): string | number | boolean | null {
	const item = asItem(value ?? null);
	if (item === '' || item === null || typeof item === 'bigint') return null;
	return typeof item === 'object' ? JSON.stringify(item) : item;
}

const orNull = (value: Json | undefined) => (value === undefined || value === '' ? null : value);

/** A dot within a name is written `\.`. */
const asPathPart = (name: string) => name.replace(/[\\.]/g, '\\$&');
const namesOf = (path: string) =>
	path.split(/(?<!\\)\./).map((name) => name.replace(/\\([\\.])/g, '$1'));

/** The name of the service that was accessed. */
export const serviceNameOf = (fields: Fields) =>
	asCell(at(fields, 'service', 'name')) ??
	asCell(at(fields, 'link', 'destination', 'service_name'));

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

/** The user, else the device by its name or serial number, else the client's address. */
export const whoOf = (fields: Fields): unknown =>
	asCell(emailOf(fields)) ??
	asCell(deviceOf(fields, 'friendly_name')) ??
	asCell(deviceOf(fields, 'serial_number')) ??
	addressOf(fields);

/** What tells happenings apart (docs/events.md): what happened, to whom, at which service. */
export function happeningOf(fields: Fields): string {
	const user = orNull(emailOf(fields));
	const device = ['id', 'serial_number', 'friendly_name']
		.map((name) => [name, orNull(deviceOf(fields, name) ?? null)])
		.find(([, value]) => value !== null);
	const service = [
		['id', orNull(at(fields, 'service', 'id') ?? null)],
		['name', serviceNameOf(fields)],
	].find(([, value]) => value !== null);
	const { type, sub_type: subType, action, message } = fields;
	const said = typeof message === 'string' ? message.replace(/(\.\d+):\d+/g, '$1') : '';
	const isUnnamed = user === null && device === undefined;
	const what = [type, subType, action, user].map((value) => orNull(value ?? null));
	return JSON.stringify([...what, device ?? null, service ?? null, isUnnamed ? said : null]);
}

/** The one thing that can't be told from the documentation: what a happening's key is. */
export type KeyOf = (event: ServedEvent) => string;

export function column(name: string, event: ServedEvent, fields: Fields, keyOf: KeyOf): unknown {
	const documented: Readonly<Record<string, () => unknown>> = {
		// The words are the code's own, and have tests of their own: here only the same everywhere.
		summary: () => summarySentence(dict(asItem(fields))),
		who: () => whoOf(fields),
		createdAt: () => iso(event.createdAtMs),
		severity: () => asCell(fields.severity),
		message: () => asCell(fields.message ?? fields.messages),
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
		dedupeKey: () => keyOf(event),
	};
	const made = documented[name];
	if (made !== undefined) return made();
	return orNull(asItem(at(fields, ...namesOf(name)) ?? null));
}

/** Names as a list or as one text. */
export function namesIn(entered: unknown): readonly string[] {
	const names = Array.isArray(entered) ? entered.map(String) : textOf(entered).split(',');
	return names.map((name) => name.trim()).filter((name) => name !== '');
}

/** The columns that were chosen; undefined for the raw event. */
export function columnsOf(
	{ simplify, columns }: Parameters,
	all: readonly string[],
): readonly string[] | undefined {
	if (simplify === false) return undefined;
	const names = namesIn(columns);
	return names.length > 0 ? names : all;
}

// ---- Samples and summaries (docs/node.md) ----

/** Those with the lowest SHA-256 of the seed followed by the id, in the order that they have. */
export function sampleOf(
	events: readonly ServedEvent[],
	{ sampleSize, sampleSeed = '' }: Parameters,
): readonly ServedEvent[] {
	if (sampleSize === undefined) return events;
	const hashOf = ({ id }: ServedEvent) =>
		createHash('sha256')
			.update(`${String(sampleSeed)}${id}`)
			.digest('hex');
	const byHash = events.map((event) => ({ event, hash: hashOf(event) }));
	byHash.sort((one, other) => (one.hash < other.hash ? -1 : 1));
	const drawn = new Set(byHash.slice(0, Number(sampleSize)).map(({ event }) => event));
	return events.filter((event) => drawn.has(event));
}

const INTERVALS = { hour: 'hour', day: 'day', week: 'week', month: 'month' } as const;

/** One item per group of events, as text; those of one interval and number in any order. */
export function summaryOf(
	events: readonly ServedEvent[],
	{ groupBy, interval }: Parameters,
	zone: string,
	valueOf: (name: string, event: ServedEvent) => unknown,
): readonly string[] {
	const names = namesIn(groupBy);
	const unit = Object.values(INTERVALS).find((known) => known === interval);
	const groups = new Map<string, { startMs: number; own: Dict; times: number[] }>();
	for (const event of events) {
		const start = DateTime.fromMillis(event.createdAtMs, { zone }).startOf(unit ?? 'hour');
		const startMs = unit ? start.toMillis() : 0;
		const values = names.map((name) => [name, valueOf(name, event)] as const);
		const own = { ...Object.fromEntries(values), ...(unit && { interval: start.toISO() }) };
		const key = JSON.stringify([startMs, own]);
		const group = groups.get(key) ?? { startMs, own, times: new Array<number>() };
		groups.set(key, group);
		group.times.push(event.createdAtMs);
	}
	const items = [...groups.values()].map(({ startMs, own, times }) => {
		const [firstMs, lastMs] = [Math.min(...times), Math.max(...times)];
		const count = times.length;
		const text = JSON.stringify({ ...own, count, firstAt: iso(firstMs), lastAt: iso(lastMs) });
		return { startMs, count, text };
	});
	items.sort((one, other) => one.startMs - other.startMs || other.count - one.count);
	return items.map(({ text }) => text);
}

// ---- Files (docs/decisions/file-columns-and-streams.md, docs/limits.md) ----

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** RFC 4180; what a spreadsheet would run begins with an apostrophe. */
function toRecord(cells: readonly unknown[]): string {
	const texts = cells.map((cell) => {
		if (typeof cell !== 'string') return textOf(cell);
		const safe = FORMULA.test(cell) && !PLAIN_NUMBER.test(cell) ? `'${cell}` : cell;
		return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
	});
	return `${texts.join(',')}\r\n`;
}

const DEVICE =
	'id friendly_name mac_address serial_number registration_status compromised_status compliance_status oem_info model platform ownership architecture udid source last_mdm_data_synced_at';
const PRINCIPAL = [
	...DEVICE.split(' ').map((name) => `user_principal.device.${name}`),
	...['email', 'groups', 'roles'].map((name) => `user_principal.user.${name}`),
];
const SHARED = 'id org_id org_name severity action type sub_type';
/** Every documented field of the specification (2.1, 2.2), in its order. */
const DOCUMENTED = {
	list: [
		...`${SHARED} message result created_at created_at_ns external_id`.split(' '),
		...PRINCIPAL,
	],
	feed: [...`${SHARED} messages result created_at group_id external_id`.split(' '), ...PRINCIPAL],
};

type Cells = Map<string, unknown>;
const LEVELS = 10;
const LONGEST_NAME = 256;

function cellsOf(fields: Fields, prefix = '', level = 1, cells: Cells = new Map()): Cells {
	for (const [name, value] of Object.entries(fields)) {
		const path = prefix + asPathPart(name);
		const isOpened = level < LEVELS && isFields(value) && Object.keys(value).length > 0;
		if (isOpened) cellsOf(value, `${path}.`, level + 1, cells);
		else cells.set(path, asCell(value));
	}
	return cells;
}

/** An event without its documented fields, nested as it came. */
function undocumentedOf(fields: Fields, documented: readonly string[], prefix = ''): Fields {
	const rest = Object.entries(fields).flatMap(([name, value]): Array<[string, Json]> => {
		const path = prefix + asPathPart(name);
		if (documented.includes(path)) return [];
		const isOnTheWay = documented.some((known) => known.startsWith(`${path}.`));
		if (!isOnTheWay || !isFields(value) || Object.keys(value).length === 0) return [[name, value]];
		const inner = undocumentedOf(value, documented, `${path}.`);
		return Object.keys(inner).length > 0 ? [[name, inner]] : [];
	});
	return Object.fromEntries(rest);
}

/** What no column can be named after: then the undocumented fields of the event are in one column. */
const isOdd = (path: string) => path.length > LONGEST_NAME || path.includes('\n');

function withRest(fields: Fields, documented: readonly string[]): Cells {
	const cells = cellsOf(fields);
	if (![...cells.keys()].some(isOdd)) return cells;
	const kept = [...cells].filter(([path]) => documented.includes(path));
	const rest = JSON.stringify(asItem(undocumentedOf(fields, documented)));
	return new Map([...kept, ['otherFields', rest]]);
}

/** What a file begins with, and each event's part of it. */
export interface FileText {
	readonly head: string;
	/** Of CSV. */
	readonly header: readonly string[] | null;
	readonly lines: readonly string[];
}

export interface FileEvents {
	readonly events: readonly ServedEvent[];
	readonly fieldsOf: (event: ServedEvent) => Fields;
	readonly sentAs: (event: ServedEvent) => string;
	readonly keyOf: KeyOf;
	readonly isFeed: boolean;
	readonly columns: readonly string[] | undefined;
}

/** NDJSON: as the service sent it, but for line breaks between tokens. */
export function toNdjson({ events, sentAs }: FileEvents): FileText {
	const lines = events.map((event) => `${sentAs(event).replace(/[\r\n]+/g, ' ')}\n`);
	return { head: '', header: null, lines };
}

/** Chosen columns, or every field: the documented ones first, the others by name. */
export function toCsv({ events, fieldsOf, keyOf, isFeed, columns }: FileEvents): FileText {
	if (columns !== undefined) {
		const cellOf = (event: ServedEvent, name: string) => {
			const value = column(name, event, fieldsOf(event), keyOf);
			return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
		};
		const lines = events.map((event) => toRecord(columns.map((name) => cellOf(event, name))));
		return { head: toRecord(columns), header: columns, lines };
	}
	const documented = DOCUMENTED[isFeed ? 'feed' : 'list'];
	const rows = events.map((event) => withRest(fieldsOf(event), documented));
	const others = new Set(rows.flatMap((cells) => [...cells.keys()]));
	for (const path of documented) others.delete(path);
	const hasRest = others.delete('otherFields');
	const header = [...documented, ...[...others].sort(), ...(hasRest ? ['otherFields'] : [])];
	return {
		head: toRecord(header),
		header,
		lines: rows.map((cells) => toRecord(header.map((path) => cells.get(path)))),
	};
}
