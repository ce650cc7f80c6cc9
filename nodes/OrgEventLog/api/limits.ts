// A service could send any amount. Each limit is many times the amount that an event log needs; docs/limits.md tells
// them to users.

/** A response is no longer than this, decompressed. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** n8n can't handle thousands of lists and objects within each other. */
export const MAX_EVENT_LEVELS = 500;

/** The rest of a longer refusal is not looked at. */
export const MAX_REFUSAL_BYTES = 64 * 1024;
