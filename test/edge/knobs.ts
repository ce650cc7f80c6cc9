import fc from 'fast-check';
import { onceKept } from './notYet';

/** A quota of requests in each minute, and how a refusal says when the next one begins. */
export interface Quota {
	readonly requests: number;
	readonly status: 429 | 503;
	readonly says:
		| 'Retry-After in seconds'
		| 'Retry-After as a date'
		| 'Retry-After as an epoch'
		| 'RateLimit-Reset'
		| 'X-RateLimit-Reset in seconds'
		| 'X-RateLimit-Reset as an epoch'
		| 'nothing';
	/** Its minutes begin so long after the full ones. */
	readonly offsetMs: number;
}

/** The services that must be read right, whole and at the promised cost (design.md, section 4). */
export interface Knobs {
	readonly listMaxLimit: number;
	readonly feedMaxLimit: number;
	/** A larger limit gets the greatest page, this status, or no whole answer at all. */
	readonly overMaxLimit:
		'cap' | 400 | 413 | 500 | 502 | 503 | 504 | 'hangs' | 'resets' | 'breaksOff';
	readonly listAfterInclusive: boolean;
	readonly listBeforeInclusive: boolean;
	readonly countAfterInclusive: boolean;
	readonly countBeforeInclusive: boolean;
	readonly feedAfterInclusive: boolean;
	readonly feedBeforeInclusive: boolean;
	/** `sortsPage` picks the page by the default order and sorts what it picked. */
	readonly feedOrder: 'honoured' | 'ignored' | 'lowerCaseOnly' | 'sortsPage';
	readonly feedDefaultOrder: 'ASC' | 'DESC';
	/** Equal times in the order of the log, in that order turned round, or in another one for each request. */
	readonly ties: 'insertion' | 'mirrored' | 'shuffled';
	/** A deeper skip is refused. */
	readonly maxSkip: number;
	readonly loneSubType: 'filters' | 'ignored';
	readonly hasDate: boolean;
	readonly nothing: '[]' | 'null' | '{}' | '204';
	/** Beside data; it means that there is no error. */
	readonly error: 'absent' | 'null' | 'none';
	readonly timeAs: 'number' | 'text';
	/** Events are dropped when they are so old. */
	readonly keptMs: number;
	readonly refusesTooOldAfter: boolean;
	readonly refusesFutureBefore: boolean;
	readonly countCap: number;
	/** So many of the newest events are not counted yet. */
	readonly countLag: number;
	readonly quota: Quota | undefined;
	/** A token is good for so many requests, and only the newest counts; an API key, if infinite. */
	readonly requestsOfToken: number;
	readonly saysExpiredWith: 401 | 200;
	readonly msPerRequest: number;
	readonly bytesPerChunk: number;
	readonly seed: number;
}

/** A plain reading of the specification. */
export const PLAIN_KNOBS: Knobs = {
	listMaxLimit: 1000,
	feedMaxLimit: 1000,
	overMaxLimit: 'cap',
	listAfterInclusive: false,
	listBeforeInclusive: false,
	countAfterInclusive: false,
	countBeforeInclusive: false,
	feedAfterInclusive: true,
	feedBeforeInclusive: true,
	feedOrder: 'honoured',
	feedDefaultOrder: 'DESC',
	ties: 'insertion',
	maxSkip: Infinity,
	loneSubType: 'filters',
	hasDate: true,
	nothing: '[]',
	error: 'absent',
	timeAs: 'number',
	keptMs: Infinity,
	refusesTooOldAfter: false,
	refusesFutureBefore: false,
	countCap: Infinity,
	countLag: 0,
	quota: undefined,
	requestsOfToken: Infinity,
	saysExpiredWith: 401,
	msPerRequest: 0,
	bytesPerChunk: 1_000_000,
	seed: 1,
};

/** The first values stand for the ordinary, as often as they are written. */
const among = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);

export const anyMaxLimit = among(1000, 1000, 200, 50, 30, 14, 10);

const anyQuota: fc.Arbitrary<Quota> = fc
	.record({
		requests: among(3, 2, 4, 10, 30),
		status: among<Quota['status']>(429, 429, 503),
		says: among<Quota['says']>(
			'Retry-After in seconds',
			'Retry-After in seconds',
			'Retry-After as a date',
			'Retry-After as an epoch',
			'RateLimit-Reset',
			'X-RateLimit-Reset in seconds',
			'X-RateLimit-Reset as an epoch',
			'nothing',
		),
		offsetMs: fc.integer({ min: 0, max: 59_999 }),
	})
	// A 503 that says nothing may mean anything.
	.map((quota) => (quota.says === 'nothing' ? { ...quota, status: 429 } : quota));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Any service that must be read right. */
export const anyKnobs: fc.Arbitrary<Knobs> = fc.record({
	listMaxLimit: anyMaxLimit,
	feedMaxLimit: anyMaxLimit,
	overMaxLimit: among<Knobs['overMaxLimit']>(
		...(['cap', 'cap', 'cap', 'cap', 'cap', 'cap', 'cap', 'cap'] as const),
		...([400, 413, 500, 502, 503, 504, 'hangs', 'resets', 'breaksOff'] as const),
	),
	listAfterInclusive: fc.boolean(),
	listBeforeInclusive: fc.boolean(),
	countAfterInclusive: fc.boolean(),
	countBeforeInclusive: fc.boolean(),
	feedAfterInclusive: fc.boolean(),
	feedBeforeInclusive: fc.boolean(),
	feedOrder: among<Knobs['feedOrder']>(
		...(['honoured', 'honoured', 'ignored', 'lowerCaseOnly', 'sortsPage'] as const),
	),
	feedDefaultOrder: among<Knobs['feedDefaultOrder']>('DESC', 'ASC'),
	ties: among<Knobs['ties']>('insertion', 'mirrored', 'shuffled'),
	maxSkip: among(Infinity, Infinity, 1000, 20),
	loneSubType: among<Knobs['loneSubType']>('filters', 'ignored'),
	hasDate: among(true, true, false),
	nothing: among<Knobs['nothing']>('[]', 'null', '{}', '204'),
	error: among<Knobs['error']>('absent', 'null', 'none'),
	timeAs: among<Knobs['timeAs']>('number', 'number', 'text'),
	keptMs: among(Infinity, Infinity, Infinity, Infinity, 10 * MINUTE, HOUR, DAY, 31 * DAY),
	refusesTooOldAfter: onceKept('tooOldAfter', fc.boolean(), among(false)),
	refusesFutureBefore: onceKept('futureBefore', among(false, false, true), among(false)),
	countCap: among(Infinity, Infinity, 10, 100, 150),
	countLag: among(0, 0, 0, 1, 3),
	quota: fc.option(anyQuota, { freq: 3, nil: undefined }),
	requestsOfToken: among(Infinity, Infinity, Infinity, 100, 30),
	saysExpiredWith: among<Knobs['saysExpiredWith']>(401, 401, 401, 200),
	msPerRequest: among(0, 1, 40, 60, 60),
	bytesPerChunk: among(1_000_000, 1_000_000, 1021, 37),
	seed: fc.nat(1000),
});

/** The differences between a service and a plain one. */
export function tellKnobs(knobs: Knobs): string {
	const plain = new Map<string, unknown>(Object.entries(PLAIN_KNOBS));
	return Object.entries(knobs)
		.filter(([name, value]) => plain.get(name) !== value)
		.map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
		.join(', ');
}

/**
 * A service that can be understood: without a Date header no clock that is off understands a time that it names, and one
 * that refuses the future shows no event of it.
 */
export function understood(
	knobs: Knobs,
	hostOffsetMs: number,
	hasFuture: boolean,
): { readonly knobs: Knobs; readonly hostOffsetMs: number } {
	const says = knobs.quota?.says ?? '';
	const isOff = hostOffsetMs !== 0 && !knobs.hasDate;
	const namesTime = says.includes('date') || says.includes('epoch');
	return {
		hostOffsetMs: isOff && namesTime ? 0 : hostOffsetMs,
		knobs: { ...knobs, refusesFutureBefore: knobs.refusesFutureBefore && !isOff && !hasFuture },
	};
}
