// A service could send any amount. Each limit is many times the amount that an event log needs; docs/limits.md tells
// them to users.

const KIB = 1024;
const MIB = 1024 * KIB;

/** A response with a page or a count is no longer than this, decompressed. */
export const MAX_BODY_BYTES = 64 * MIB;

/** n8n can't handle thousands of lists and objects within each other. */
export const MAX_EVENT_LEVELS = 500;

/** The response of a token exchange is no longer than this, decompressed. */
export const MAX_EXCHANGE_BYTES = 64 * KIB;

/** The rest of a longer refusal is not looked at. */
export const MAX_REFUSAL_BYTES = 64 * KIB;
