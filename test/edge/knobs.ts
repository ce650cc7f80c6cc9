import fc from 'fast-check';
import { DAY, HOUR } from '../support/times';

/** The first values stand for the ordinary, as often as they are written. */
const { constantFrom: among } = fc;

export const anyMaxLimit = among(1000, 1000, 200, 50, 30, 14, 10);

const SAYINGS = [
	...(['Retry-After in seconds', 'Retry-After as a date', 'Retry-After as an epoch'] as const),
	...([
		'RateLimit-Reset',
		'X-RateLimit-Reset in seconds',
		'X-RateLimit-Reset as an epoch',
	] as const),
	'nothing',
] as const;

/** A quota of requests in each minute, and how a refusal says when the next one begins. */
export interface Quota {
	readonly requests: number;
	readonly status: 429 | 503;
	readonly says: (typeof SAYINGS)[number];
	/** Its minutes begin so long after the full ones. */
	readonly offsetMs: number;
}

const anyQuota: fc.Arbitrary<Quota> = fc
	.record({
		requests: among(3, 2, 4, 10, 30),
		status: among(429, 429, 503),
		says: among(...SAYINGS),
		offsetMs: fc.integer({ min: 0, max: 59_999 }),
	})
	// A 503 that says nothing may mean anything.
	.map((quota) => (quota.says === 'nothing' ? { ...quota, status: 429 } : quota));

/** Any service that must be read right, whole and at the promised cost (design.md, section 4). */
export const anyKnobs = fc.record({
	listMaxLimit: anyMaxLimit,
	feedMaxLimit: anyMaxLimit,
	/** A larger limit gets the greatest page, this status, or no whole answer at all. */
	overMaxLimit: fc.oneof(
		{ weight: 8, arbitrary: fc.constant('cap' as const) },
		{ weight: 9, arbitrary: among(400, 413, 500, 502, 503, 504, 'hangs', 'resets', 'breaksOff') },
	),
	listAfterInclusive: fc.boolean(),
	listBeforeInclusive: fc.boolean(),
	countAfterInclusive: fc.boolean(),
	countBeforeInclusive: fc.boolean(),
	feedAfterInclusive: fc.boolean(),
	feedBeforeInclusive: fc.boolean(),
	/** `sortsPage` picks the page by the default order and sorts what it picked. */
	feedOrder: among('honoured', 'honoured', 'ignored', 'lowerCaseOnly', 'sortsPage'),
	feedDefaultOrder: among('DESC', 'ASC'),
	/** Equal times in the order of the log, in that order turned round, or in another one for each request. */
	ties: among('insertion', 'mirrored', 'shuffled'),
	/** A deeper skip is refused. */
	maxSkip: among(Infinity, Infinity, 1000, 20),
	loneSubType: among('filters', 'ignored'),
	hasDate: among(true, true, false),
	nothing: among('[]', 'null', '{}', '204'),
	/** Beside data; it means that there is no error. */
	error: among('absent', 'null', 'none'),
	timeAs: among('number', 'number', 'text'),
	/** Events are dropped when they are so old: no log keeps them for less than hours. */
	keptMs: among(Infinity, Infinity, Infinity, Infinity, 3 * HOUR, DAY, 31 * DAY),
	refusesTooOldAfter: fc.boolean(),
	refusesFutureBefore: among(false, false, true),
	countCap: among(Infinity, Infinity, 10, 100, 150),
	/** So many of the newest events are not counted yet. */
	countLag: among(0, 0, 0, 1, 3),
	quota: fc.option(anyQuota, { freq: 3, nil: undefined }),
	/** A token is good for so many requests, and only the newest counts; an API key, if infinite. */
	requestsOfToken: among(Infinity, Infinity, Infinity, 100, 30),
	saysExpiredWith: among(401, 401, 401, 200),
	msPerRequest: among(0, 1, 40, 60, 60),
	bytesPerChunk: among(1_000_000, 1_000_000, 1021, 37),
	seed: fc.nat(1000),
});

export type Knobs = typeof anyKnobs extends fc.Arbitrary<infer Drawn> ? Readonly<Drawn> : never;

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
	// Until the first answer tells the time, a host that is ahead takes the future for the past.
	const mayAskForFuture = isOff || hostOffsetMs > 0 || hasFuture;
	const namesTime = says.includes('date') || says.includes('epoch');
	return {
		hostOffsetMs: isOff && namesTime ? 0 : hostOffsetMs,
		knobs: {
			...knobs,
			refusesFutureBefore: knobs.refusesFutureBefore && !mayAskForFuture,
			// The smallest quotas may never let a trial come to an end.
			quota: knobs.quota && { ...knobs.quota, ...(readsByTrial(knobs) && { requests: 30 }) },
		},
	};
}

/**
 * Without an order windows are found by trial, and so is which of two refused things is meant by a 400; ties in an
 * order that changes are read in rounds until two agree.
 */
export function readsByTrial(knobs: Knobs): boolean {
	const { refusesTooOldAfter, overMaxLimit, ties } = knobs;
	return !hasOrder(knobs) || (refusesTooOldAfter && overMaxLimit === 400) || ties === 'shuffled';
}

/** Tells whether a feed serves an order that can be relied on. */
function hasOrder({ feedOrder, feedDefaultOrder }: Knobs): boolean {
	const isOldestFirst = feedOrder === 'ignored' && feedDefaultOrder === 'ASC';
	return feedOrder !== 'sortsPage' && !isOldestFirst;
}
