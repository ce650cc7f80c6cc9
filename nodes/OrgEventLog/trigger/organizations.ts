import type { LoggedEvent } from '../events/event';

/** A log has one; more are kept only so that none of them is taken for another log. */
const MAX_ORGANIZATIONS = 8;

/** The state has room for ids like these, and JSON escapes none of them. */
const ID = /^[\w.:-]{1,64}$/;

/** Gives the `org_id`s of the events, but none that is empty or odd. */
export function organizationsOf(events: readonly LoggedEvent[]): ReadonlySet<string> {
	const named = new Set(events.map(({ fields }) => fields.org_id));
	return new Set([...named].filter((id) => typeof id === 'string').filter((id) => ID.test(id)));
}

/** Gives no more than the state has room for. */
export function joinOrganizations(known: readonly string[], seen: ReadonlySet<string>): string[] {
	return [...new Set([...known, ...seen])].slice(0, MAX_ORGANIZATIONS);
}

/** True if both name organizations, but none in common. */
export function haveNoneInCommon(known: readonly string[], seen: ReadonlySet<string>): boolean {
	return known.length > 0 && seen.size > 0 && !known.some((one) => seen.has(one));
}
