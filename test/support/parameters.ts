import type { NodeParameters } from '../../nodes/OrgEventLog/parameters/readField';

/** The parameters of a node in which these were set. */
export function withParameters(stored: Readonly<Record<string, unknown>>): NodeParameters {
	return { get: (name, fallback) => stored[name] ?? fallback, stored, timezone: 'UTC' };
}
