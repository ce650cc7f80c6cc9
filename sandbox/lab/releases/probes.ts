import { isJsonObject } from '../../jsonGuards';
import type { EventLog, EventLogService } from '../../service';
import { DEFAULT_API_KEY, DEFAULT_REFRESH_TOKEN } from '../../service';
import type { Check } from './checks';

/** Which of the credentials a probe uses: one for each way in, and one whose refresh token is refused. */
export const WAYS_IN = ['refreshToken', 'apiKey', 'refusedToken'] as const;
export type WayIn = (typeof WAYS_IN)[number];

type ProbeName = Exclude<Check, 'Loads' | 'Credential test' | 'Trigger'>;

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

/** By the check that it decides. */
export const PROBES: Readonly<Record<ProbeName, Probe>> = {
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
		parameters: { ...EVENTS, operation: 'export', fileFormat: 'ndjson' },
		output: 'file',
		verify: verifyFile,
	},
	'Survives broken connections': {
		wayIn: 'apiKey',
		parameters: { ...EVENTS, operation: 'list' },
		output: 'items',
		verify: verifyItems,
	},
	'Says that a token was refused': {
		wayIn: 'refusedToken',
		parameters: { ...EVENTS, operation: 'list' },
		output: 'items',
		verify: verifyRefusal,
	},
};

/** The log at the start: of the last day. */
export function history() {
	const endMs = Date.now();
	return { events: 400, startMs: endMs - 86_400_000, endMs };
}

/** Reading the log takes several pages. */
export const SERVICE_BEHAVIOUR = { maxLimit: 150 };

/** What a user enters for a credential, with the field that n8n fills by itself. */
export function credentialFields(wayIn: WayIn, baseUrl: string): Readonly<Record<string, string>> {
	const fields = { baseUrl, apiVersion: 'v1', accessToken: '' };
	if (wayIn === 'apiKey')
		return { ...fields, authentication: 'apiKey', apiKey: DEFAULT_API_KEY, refreshToken: '' };
	const refreshToken = wayIn === 'refreshToken' ? DEFAULT_REFRESH_TOKEN : 'revoked-long-ago';
	return { ...fields, authentication: 'refreshToken', refreshToken, apiKey: '' };
}

/** Throws where the test of a credential said something else than it has to. */
export function verifyCredentialTest(wayIn: WayIn, said: string): void {
	const isRight = wayIn === 'refusedToken' ? said.startsWith('The refresh token') : said === 'OK';
	if (!isRight) throw new Error(`The test of ${wayIn} says: ${said}`);
}

/** What List gets next: no answer at all, then one that breaks off in the middle of its first page. */
function breakConnections(service: EventLogService): void {
	service.failNext({ drop: true }, { match: 'list' });
	service.failNext({ dropAfterBytes: 2_000 }, { match: 'list' });
}

/**
 * The checks that one run of the node decides.
 * @param run runs the node, and gives what is looked at
 */
export function probesWith(service: EventLogService, run: (probe: Probe) => Promise<string>) {
	const check = (name: ProbeName) => async () => {
		if (name === 'Survives broken connections') breakConnections(service);
		PROBES[name].verify(await run(PROBES[name]), service.log);
		const { pending } = service.faults;
		if (pending > 0) throw new Error(`${pending} broken connections were not met`);
	};
	return {
		List: check('List'),
		Count: check('Count'),
		Feed: check('Feed'),
		File: check('File'),
		'Survives broken connections': check('Survives broken connections'),
		'Says that a token was refused': check('Says that a token was refused'),
	};
}
