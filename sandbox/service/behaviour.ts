import type { Quota } from './quota';
import type { Operation } from './requests';

/** Scopes (any one of them is enough) that an operation asks of a key. */
type RequiredScopes = Readonly<Record<'list' | 'count' | 'feed', readonly string[]>>;

/** What tests need of that which the specification leaves open, and of what goes wrong in production. */
export interface ServiceBehaviour {
	/** The maximum `limit` of list, and of feed unless `feedMaxLimit` says otherwise. */
	maxLimit: number;
	overMaxLimit: 'cap' | 'refuse';
	/** `null`: the same as `maxLimit`. */
	feedMaxLimit: number | null;
	/**
	 * `honoured` knows both letter cases. `sortsPage` picks the page by the default order and only
	 * sorts what it picked.
	 */
	feedOrder: 'honoured' | 'ignored' | 'upperCaseOnly' | 'lowerCaseOnly' | 'sortsPage';
	/** `before` and `after` of list and count. */
	listBounds: 'exclusive' | 'inclusive';
	/** Counts never exceed it. */
	countCap: number | null;
	/** How many of the newest events count does not know yet. */
	countLags: number;
	/** Order among equal timestamps; `mirrored` is insertion order for ASC, its reverse for DESC. */
	tieOrder: 'insertion' | 'mirrored' | 'shuffled';
	/** `sub_type` without `type`: "meaningful together with type". */
	loneSubType: 'filters' | 'ignored';
	/** How an empty list or feed is written. */
	emptyData: 'array' | 'null';
	/** How `created_at` is written; `text` is its digits in quotation marks. */
	createdAt: 'number' | 'text';
	/** That `severity` knows, mildest first. Events may have others. */
	severities: readonly string[];
	/** How far back `after` may reach before it is refused; `null`: as far as anybody likes. */
	maxAfterAgeMs: number | null;
	/** `null`: there is none. */
	quota: Quota | null;
	/** What becomes of a value that can't be read, e.g. `limit=ten` or `severity=LOUD`. */
	invalidQuery: 'refuse' | 'ignore';
	unknownParameters: 'ignore' | 'refuse';
	v2: 'absent' | 'sameAsV1';
	accessTokenLifetimeMs: number;
	/** Which of the access tokens of a refresh token are accepted: each until it expires, or only the newest. */
	acceptedTokens: 'each' | 'newest';
	tokenExchange: 'works' | 'unauthorized' | 'serverError' | 'html' | 'noMessage' | 'emptyMessage';
	requiredScopes: RequiredScopes;
	/** Real milliseconds before every answer. */
	latencyMs: number;
	dateHeader: boolean;
	/** Added to the service's clock in the `Date` header. */
	clockOffsetMs: number;
}

export const SCOPE_READ = 'events:read';
export const SCOPE_WRITE = 'events:write';
export const SCOPE_ADMIN = 'admin';

const READERS = [SCOPE_READ, SCOPE_ADMIN];

/** What the service does unless told otherwise: the documented defaults and a plain reading. */
export const DEFAULT_BEHAVIOUR: Readonly<ServiceBehaviour> = {
	maxLimit: 1000,
	overMaxLimit: 'cap',
	feedMaxLimit: null,
	feedOrder: 'honoured',
	listBounds: 'exclusive',
	countCap: null,
	countLags: 0,
	tieOrder: 'insertion',
	loneSubType: 'filters',
	emptyData: 'array',
	createdAt: 'number',
	severities: ['DEBUG', 'INFO', 'WARN', 'ERROR'],
	maxAfterAgeMs: null,
	quota: null,
	invalidQuery: 'refuse',
	unknownParameters: 'ignore',
	v2: 'absent',
	accessTokenLifetimeMs: 5 * 60_000,
	acceptedTokens: 'each',
	tokenExchange: 'works',
	requiredScopes: { list: READERS, count: READERS, feed: READERS },
	latencyMs: 0,
	dateHeader: true,
	clockOffsetMs: 0,
};

/** Operations that read events, as opposed to the token exchange and everything else. */
export function readsEvents(operation: Operation): operation is keyof RequiredScopes {
	return operation === 'list' || operation === 'count' || operation === 'feed';
}
