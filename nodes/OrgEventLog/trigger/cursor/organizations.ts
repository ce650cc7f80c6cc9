import { hash } from 'node:crypto';
import type { LoggedEvent } from '../../events/event';

/** A log has one; more are kept only so that none of them is taken for another log. */
const MAX_ORGANIZATIONS = 8;

/** Short, and as long in the state as it is: JSON escapes none of it. */
const SHORT_ID = /^[\w.:-]{1,64}$/;

/** The `org_id`s of the events, as they are remembered: one that is long as its digest; an empty one names none. */
export function organizationsOf(events: readonly LoggedEvent[]): ReadonlySet<string> {
	const named = new Set(events.map(({ fields }) => fields.org_id));
	const ids = [...named].filter((id) => typeof id === 'string').filter((id) => id !== '');
	return new Set(ids.map((id) => (SHORT_ID.test(id) ? id : hash('sha256', id, 'base64url'))));
}

/** The first of them, so many that the state stays within its bound. */
export function withOrganizations(
	known: readonly string[],
	seen: ReadonlySet<string>,
): readonly string[] {
	return [...new Set([...known, ...seen])].slice(0, MAX_ORGANIZATIONS);
}

/** Whether events name other organizations than those known, where both name any. */
export function areOthers(known: readonly string[], seen: ReadonlySet<string>): boolean {
	return known.length > 0 && seen.size > 0 && !known.some((one) => seen.has(one));
}
