import type { Order } from '../api/page';

// What fields hold where nobody has changed them, and the numbers they take: for the editor's
// descriptions and for the parsing of what workflows deliver. (Of switches and of Limit, n8n's lint
// wants to see the default in the description itself; a test holds it against this one.)

export const DEFAULT_RETURN_ALL = false;

export const DEFAULT_SIMPLIFY = true;

export const DEFAULT_EXACT_COUNT = false;

export const DEFAULT_BYTE_ORDER_MARK = false;

export const DEFAULT_LIMIT = 50;
export const LIMIT_RANGE = { min: 1 };

/** Events asked for at once. */
export const DEFAULT_PAGE_SIZE = 1000;
export const PAGE_SIZE_RANGE = { min: 1, max: 10_000 };

export const DEFAULT_PARALLEL_REQUESTS = 4;
export const PARALLEL_REQUESTS_RANGE = { min: 1, max: 16 };

/** For one request. */
export const DEFAULT_TIMEOUT_MS = 60_000;
export const TIMEOUT_MS_RANGE = { min: 1, max: 86_400_000 };

export const DEFAULT_SKIP = 0;
export const SKIP_RANGE = { min: 0 };

/** The API's own default for List, and what a person looks for first: the newest events. */
export const DEFAULT_ORDER: Order = 'DESC';

/** Whoever reads a report begins at its beginning. */
export const DEFAULT_FILE_ORDER: Order = 'ASC';

/** How many units back "the last" goes. */
export const DEFAULT_LAST_AMOUNT = 24;
export const LAST_AMOUNT_RANGE = { min: 1 };

export const DEFAULT_LATE_EVENT_WINDOW_MINUTES = 5;
export const LATE_EVENT_WINDOW_MINUTES_RANGE = { min: 0, max: 60 };

export const DEFAULT_MAX_EVENTS_PER_POLL = 5_000;
export const MAX_EVENTS_PER_POLL_RANGE = { min: 1 };

export const DEFAULT_SUPPRESS_REPEATS_MINUTES = 0;
/** At most a week. */
export const SUPPRESS_REPEATS_MINUTES_RANGE = { min: 0, max: 10_080 };

export const DEFAULT_BURST_GROUP = 'user';
/** So many events within so many minutes are a burst. */
export const DEFAULT_BURST_COUNT = 5;
export const BURST_COUNT_RANGE = { min: 2, max: 1_000 };
export const DEFAULT_BURST_MINUTES = 10;
export const BURST_MINUTES_RANGE = { min: 1, max: 60 };
