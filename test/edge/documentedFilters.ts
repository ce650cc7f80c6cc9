import { DateTime } from 'luxon';
import {
	type Dict,
	addressOf,
	comparable,
	deviceOf,
	dict,
	emailOf,
	levelOf,
	messageOf,
	passesMinimumSeverity,
	serviceNameOf,
} from './documentedFields';
import { type Fields, type ServedEvent, nanosecondsOf, textOf } from './servedEvent';

// The documentation of filters, presets and ranges (docs/filters.md, docs/node.md, design.md 2.2).

const says = (value: unknown, words: RegExp) => typeof value === 'string' && words.test(value);
const REFUSES = /deny|denied|unauthorized|refused|rejected|blocked|forbidden/i;

const PRESETS: Readonly<Record<string, (fields: Fields) => boolean>> = {
	none: () => true,
	warningsAndErrors: ({ severity }) => passesMinimumSeverity(severity, 'WARN'),
	refusedAccess: ({ action, type, result, severity }) =>
		says(action, REFUSES) ||
		(says(type, /access/i) && (levelOf(result) >= 3 || levelOf(severity) >= 3)),
	deviceRegistered: ({ action, type, sub_type: subType }) =>
		says(type, /regist/i) &&
		says(subType, /device/i) &&
		says(action, /regist/i) &&
		!says(action, /unregist|fail/i),
	deviceOutOfCompliance: (fields) =>
		says(deviceOf(fields, 'compromised_status'), /^true$/i) ||
		says(deviceOf(fields, 'compliance_status'), /^(false|non.?compliant|out of compliance)$/i),
};

interface Filter {
	/** The API's name of it; empty where n8n alone filters by it. */
	readonly parameter: string;
	readonly takesSeveral: boolean;
	readonly of: (event: ServedEvent) => unknown;
}

const one = (parameter: string, of: Filter['of']) => ({ parameter, takesSeveral: false, of });
const several = (parameter: string, of: Filter['of']) => ({ parameter, takesSeveral: true, of });

/** By the node's names of them; Severity and the two nanosecond bounds are no values to be found. */
export const FILTERS: Readonly<Record<string, Filter>> = {
	type: several('type', ({ fields }) => fields.type),
	subType: one('sub_type', ({ fields }) => fields.sub_type),
	action: one('action', ({ fields }) => fields.action),
	userEmail: several('user_email', ({ fields }) => emailOf(fields)),
	deviceId: one('device_id', ({ fields }) => deviceOf(fields, 'id')),
	serialNumber: several('serialnumber', ({ fields }) => deviceOf(fields, 'serial_number')),
	workloadContainerId: several('workload_container_id', ({ workload }) => workload),
	serviceName: several('service_name', ({ serviceName }) => serviceName),
	serviceAccountName: several('service_account_name', ({ serviceAccount }) => serviceAccount),
	eventId: one('id', ({ id }) => id),
	externalId: one('external_id', ({ fields }) => fields.external_id),
	ipAddress: several('', ({ fields }) => addressOf(fields)),
	deviceName: several('', ({ fields }) => deviceOf(fields, 'friendly_name')),
	messageContains: one('', ({ fields }) => messageOf(fields)),
};

/** Whether an event has one of the values that a filter looks for. */
export function matches(event: ServedEvent, name: string, wanted: readonly string[]): boolean {
	const value = FILTERS[name]?.of(event);
	if (name === 'messageContains')
		return wanted.some((text) => textOf(value).toLowerCase().includes(text.toLowerCase()));
	return wanted.some((text) => comparable(name, text) === comparable(name, value));
}

/** The least severity that passes, the preset's included; none where none is asked for. */
export function minimumSeverity({ preset, filters }: Dict): string | undefined {
	const ofPreset = preset === 'warningsAndErrors' ? 3 : 0;
	const [ofFilter] = valuesOf(dict(filters).severity ?? []);
	return ['DEBUG', 'INFO', 'WARN', 'ERROR'][Math.max(ofPreset, levelOf(ofFilter)) - 1];
}

/** The values that somebody entered, picked from a list or not; none for a field that is left empty. */
export function valuesOf(entered: unknown): readonly string[] {
	const value = Array.isArray(entered) ? entered : (dict(entered).value ?? entered);
	if (Array.isArray(value)) return value.map(String);
	const texts = textOf(value).split('|');
	return texts.map((text) => text.trim()).filter((text) => text !== '');
}

/** The first instant that is not before a date, in nanoseconds. */
export function toNs(entered: unknown, zone: string): bigint {
	const text = textOf(entered);
	if (/^\d+$/.test(text)) return BigInt(text);
	return nanosecondsOf(DateTime.fromISO(text, { zone }).toMillis());
}

/** Exclude refuses names that an event need not show. */
export function excludesUnseen({ exclude }: Dict): boolean {
	const names = Object.keys(dict(exclude));
	return names.some((name) => ['serviceAccountName', 'workloadContainerId'].includes(name));
}

/** By the fields that an event shows itself. */
function isExcluded(event: ServedEvent, exclude: unknown): boolean {
	return Object.entries(dict(exclude)).some(([name, entered]) => {
		const shown = name === 'serviceName' ? textOf(serviceNameOf(event.fields)) : undefined;
		const asShown = shown === undefined ? event : { ...event, serviceName: shown };
		return matches(asShown, name, valuesOf(entered));
	});
}

/** Whether an event passes the preset and every filter that is set, and is not excluded. */
export function passes(
	event: ServedEvent,
	{ preset, filters, exclude }: Dict,
	zone: string,
): boolean {
	if (isExcluded(event, exclude)) return false;
	if (PRESETS[textOf(preset) || 'none']?.(event.fields) !== true) return false;
	const createdAtNs = nanosecondsOf(event.createdAtMs);
	return Object.entries(dict(filters)).every(([name, entered]) => {
		const wanted = valuesOf(entered);
		if (wanted.length === 0) return true;
		if (name === 'severity') return passesMinimumSeverity(event.fields.severity, wanted[0]);
		if (name === 'startTime') return createdAtNs > toNs(entered, zone);
		if (name === 'endTime') return createdAtNs < toNs(entered, zone);
		return matches(event, name, wanted);
	});
}

/** Half-open, epoch milliseconds. */
export interface Range {
	readonly startMs: number;
	readonly endMs: number;
}

const PERIODS = ['Day', 'Week', 'Month', 'Quarter', 'Year'];
const UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;

/** The range in the workflow's timezone; null for one that is refused. */
export function rangeOf(parameters: Dict, nowMs: number, zone: string): Range | null {
	const { timeRange, lastAmount, lastUnit, period, after, before } = parameters;
	const now = DateTime.fromMillis(nowMs, { zone });
	if (timeRange === 'last') {
		const startMs = now.minus({ [textOf(lastUnit)]: Number(lastAmount) }).toMillis();
		return { startMs, endMs: nowMs };
	}
	if (timeRange === 'period') {
		const name = textOf(period).replace('today', 'thisDay').replace('yesterday', 'lastDay');
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
	const isOpen = range.startMs === -Infinity && range.endMs === Infinity;
	return isOpen || range.startMs >= range.endMs ? null : range;
}
