import type { LoggedEvent } from '../events/event';

/** A log has one; more are kept only so that none of them is taken for another log. */
export const MAX_ORGANIZATIONS = 8;

/** The state has room for ids like these, and JSON escapes none of them. */
const ID = /^[\w.:-]{1,64}$/;

/** Gives the `org_id`s of the events, but none that is empty or odd. */
export function organizationsOf(events: readonly LoggedEvent[]): Set<string> {
	const named = new Set(events.map(({ fields }) => fields.org_id));
	return new Set([...named].filter((id) => typeof id === 'string').filter((id) => ID.test(id)));
}

/** True if both name organizations, but none in common. */
export function haveNoneInCommon(known: readonly string[], seen: ReadonlySet<string>): boolean {
	return known.length > 0 && seen.size > 0 && !known.some((one) => seen.has(one));
}
