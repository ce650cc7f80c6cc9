// The limits of what is accepted from a service, wherever it could send any amount. Each is many times
// what an event log needs. For users they are in docs/limits.md.

const KIB = 1024;
const MIB = 1024 * KIB;

/** Of the response with a page or a count, decompressed. */
export const MAX_BODY_BYTES = 64 * MIB;

/** Lists and objects within each other in an event: n8n can't handle thousands. */
export const MAX_EVENT_LEVELS = 500;

/** What the items of one input item may take of memory: more than 700,000 simplified events. */
export const MAX_ITEMS_BYTES = 1536 * MIB;

/** Levels of objects whose fields a list of columns offers. */
export const MAX_COLUMN_LEVELS = 10;

/** Characters of the name of a column. */
export const MAX_COLUMN_NAME_LENGTH = 256;

/** Characters of a value that a list in the editor offers. */
export const MAX_VALUE_LENGTH = 256;

/** Values that such a list offers, or columns. */
export const MAX_LISTED_VALUES = 1_000;

/** Of the response of the token exchange, decompressed. */
export const MAX_EXCHANGE_BYTES = 64 * KIB;

/** Of a response that is a refusal: what comes later is not looked at. */
export const MAX_REFUSAL_BYTES = 64 * KIB;
