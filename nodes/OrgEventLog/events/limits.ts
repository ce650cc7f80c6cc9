// A service could send any amount. Each limit is many times the amount that an event log needs; docs/limits.md tells
// them to users.

const KIB = 1024;
const MIB = 1024 * KIB;

/** A response with a page or a count, decompressed. */
export const MAX_BODY_BYTES = 64 * MIB;

/** Lists and objects within each other in an event: n8n can't handle thousands. */
export const MAX_EVENT_LEVELS = 500;

/** The memory that the items of one input item may take: more than 700,000 simplified events. */
export const MAX_ITEMS_BYTES = 1536 * MIB;

/** Levels of objects whose fields a list of columns offers. */
export const MAX_COLUMN_LEVELS = 10;

/** Characters of the name of a column. */
export const MAX_COLUMN_NAME_LENGTH = 256;

/** Characters of a value that a list in the editor offers. */
export const MAX_VALUE_LENGTH = 256;

/** Values that such a list offers, or columns. */
export const MAX_LISTED_VALUES = 1_000;

/** The response of the token exchange, decompressed. */
export const MAX_EXCHANGE_BYTES = 64 * KIB;

/** Nothing that comes later in a refusal is looked at. */
export const MAX_REFUSAL_BYTES = 64 * KIB;
