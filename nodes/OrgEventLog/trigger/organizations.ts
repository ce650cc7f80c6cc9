import type { LoggedEvent } from '../events/event';

/** A log mostly has one organization. If it has several, they are kept, or one of them would look like another log. */
export const MAX_ORGANIZATIONS = 8;

/** The state has room for ids like these, and JSON escapes none of them. */
const ID = /^[\w.:-]{1,64}$/;

/** Gives the `org_id`s of the events, but none that is empty or odd. */
export function organizationsOf(events: readonly LoggedEvent[]): Set<string> {
	const named = new Set(events.map(({ fields }) => fields.org_id));
	return new Set([...named].filter((id) => typeof id === 'string').filter((id) => ID.test(id)));
}

/** Gives true if both name organizations, but none in common. */
export function haveNoneInCommon(known: readonly string[], seen: ReadonlySet<string>): boolean {
	return known.length > 0 && seen.size > 0 && !known.some((one) => seen.has(one));
}
