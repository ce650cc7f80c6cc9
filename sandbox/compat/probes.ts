import { isJsonObject } from '../jsonGuards';
import type { EventLog } from '../service';
import type { Check } from './findings';

/** Which of the credentials a probe uses: one for each way in, and one whose refresh token is refused. */
export type WayIn = 'refreshToken' | 'apiKey' | 'refusedToken';

/** One run of the node, and what has to come of it. */
export interface Probe {
	readonly wayIn: WayIn;
	/** Of the node "Organization Event Log". */
	readonly parameters: Readonly<Record<string, string | boolean>>;
	/** What is looked at: the items as a list of JSON, or the file in the first of them. */
	readonly output: 'items' | 'file';
	/** @throws Error saying how it is wrong */
	readonly verify: (output: string, log: EventLog) => void;
}

function idsOf(records: readonly unknown[]): string[] {
	return records.map((record) => String(isJsonObject(record) ? record.id : undefined));
}

function parseList(output: string): readonly unknown[] {
	const list: unknown = JSON.parse(output);
	if (Array.isArray(list)) return list;
	throw new Error(`No list: ${output.slice(0, 200)}`);
}

/** Each event of the log once, and no other. */
function verifyIds(ids: readonly string[], log: EventLog): void {
	const expected = new Set(log.all().map(({ id }) => id));
	const missing = [...expected].filter((id) => !ids.includes(id)).length;
	const surplus = ids.length - (expected.size - missing);
	if (missing + surplus > 0) throw new Error(`${missing} events are missing, ${surplus} too many`);
}

function verifyItems(output: string, log: EventLog): void {
	verifyIds(idsOf(parseList(output)), log);
}

function verifyFile(output: string, log: EventLog): void {
	const lines = output.trimEnd().split('\n');
	verifyIds(idsOf(lines.map((line): unknown => JSON.parse(line))), log);
}

function verifyCount(output: string, log: EventLog): void {
	const [item] = parseList(output);
	const count = isJsonObject(item) ? item.count : undefined;
	if (count !== log.size) throw new Error(`${String(count)} instead of ${log.size}`);
}

function verifyRefusal(output: string): void {
	if (!output.includes('The refresh token was not accepted')) throw new Error(output);
}

const EVENTS = { resource: 'event', timeRange: 'all', returnAll: true };

/** The checks that one run of the node decides. */
export const PROBES = {
	List: {
		wayIn: 'refreshToken',
		parameters: { ...EVENTS, operation: 'list' },
		output: 'items',
		verify: verifyItems,
	},
	Count: {
		wayIn: 'apiKey',
		parameters: { resource: 'event', operation: 'count', timeRange: 'all' },
		output: 'items',
		verify: verifyCount,
	},
	Feed: {
		wayIn: 'refreshToken',
		parameters: { ...EVENTS, operation: 'feed' },
		output: 'items',
		verify: verifyItems,
	},
	File: {
		wayIn: 'apiKey',
		parameters: { ...EVENTS, operation: 'list', output: 'file', fileFormat: 'ndjson' },
		output: 'file',
		verify: verifyFile,
	},
	'Survives broken connections': {
		wayIn: 'apiKey',
		parameters: { ...EVENTS, operation: 'list' },
		output: 'items',
		verify: verifyItems,
	},
	'Names a refused token': {
		wayIn: 'refusedToken',
		parameters: { ...EVENTS, operation: 'list' },
		output: 'items',
		verify: verifyRefusal,
	},
} as const satisfies Partial<Record<Check, Probe>>;

export type ProbeName = keyof typeof PROBES;
