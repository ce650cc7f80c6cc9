import { hash } from 'node:crypto';
import type { LoggedEvent } from '../events/event';

/** A log has one; more are kept only so that none of them is taken for another log. */
const MAX_ORGANIZATIONS = 8;

/** JSON escapes none of it, so it takes no more room in the state than its length. */
const SHORT_ID = /^[\w.:-]{1,64}$/;

/** Gives the `org_id`s of the events as they are remembered: a long one as its digest. An empty one names none. */
export function organizationsOf(events: readonly LoggedEvent[]): ReadonlySet<string> {
	const named = new Set(events.map(({ fields }) => fields.org_id));
	const ids = [...named].filter((id) => typeof id === 'string').filter((id) => id !== '');
	return new Set(ids.map((id) => (SHORT_ID.test(id) ? id : hash('sha256', id, 'base64url'))));
}

/** Adds organizations, but no more than the state has room for. */
export function withOrganizations(
	known: readonly string[],
	seen: ReadonlySet<string>,
): readonly string[] {
	return [...new Set([...known, ...seen])].slice(0, MAX_ORGANIZATIONS);
}

/** True if both name organizations, but none in common. */
export function haveNoneInCommon(known: readonly string[], seen: ReadonlySet<string>): boolean {
	return known.length > 0 && seen.size > 0 && !known.some((one) => seen.has(one));
}
