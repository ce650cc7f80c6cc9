import type { EventLogFailure } from '../errors/failure';
import type { LoggedEvent } from '../events/event';
import type { Cursor, CursorRules } from './cursor/cursor';
import type { PollTimes } from './pollClock';

export interface News {
	/** The events that match and were not consumed before, oldest first. */
	readonly matching: readonly LoggedEvent[];
	/** The cursor behind all that was read. */
	readonly cursor: Cursor;
	/** False if more may be waiting for the next poll. */
	readonly isAllRead: boolean;
	/** The failure that ended reading before the end of the log. */
	readonly failure?: EventLogFailure;
	/** The `org_id`s of all that was read, known events included, as `organizationsOf` gives them. */
	readonly organizations: ReadonlySet<string>;
	/** True if something that was read had been consumed before. */
	readonly showsKnown: boolean;
	/** True if the poll consumes nothing. */
	readonly isNothingNew: boolean;
	/** The `created_at` of the first event that was read, epoch milliseconds. */
	readonly firstReadMs?: number;
}

export interface ReadingRules extends CursorRules {
	/** The service's clock shows with the first page. */
	readonly clock: { readonly times: PollTimes };
	/** Reading may take this long; a poll gets further by at least a page, whatever it says. */
	readonly readingTimeMs: number;
	/** True if the log is known to show nothing that is remembered. */
	readonly showsNothingKnown?: boolean;
}

/** A trigger that has just begun has no news. */
export const NOTHING_NEW = {
	...{ matching: [], isAllRead: true, showsKnown: true, isNothingNew: true },
} as const satisfies Partial<News>;
