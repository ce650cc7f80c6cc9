import { createHash } from 'node:crypto';
import type { LoggedEvent } from '../../events/event';

/** A log has one; more are kept only so that none of them is taken for another log. */
const MAX_ORGANIZATIONS = 8;

/** Short, and as long in the state as it is: JSON escapes none of it. */
const SHORT_ID = /^[\w.:-]{1,64}$/;

/** An `org_id` may be of any length; what is remembered of it is not. */
function toRemembered(organization: string): string {
	if (SHORT_ID.test(organization)) return organization;
	return createHash('sha256').update(organization).digest('base64url');
}

/** The `org_id`s of the events, as they are remembered: a long one as its digest. */
export function organizationsOf(events: readonly LoggedEvent[]): ReadonlySet<string> {
	const organizations = new Set<string>();
	for (const { fields } of events) {
		if (typeof fields.org_id === 'string') organizations.add(fields.org_id);
	}
	return new Set([...organizations].map(toRemembered));
}

/** The first of them, so many that the state stays within its bound. */
export function withOrganizations(
	known: readonly string[],
	seen: ReadonlySet<string>,
): readonly string[] {
	return [...new Set([...known.map(toRemembered), ...seen])].slice(0, MAX_ORGANIZATIONS);
}

/** Whether events name other organizations than those known, where both name any. */
export function areOthers(known: readonly string[], seen: ReadonlySet<string>): boolean {
	return known.length > 0 && seen.size > 0 && !known.some((one) => seen.has(toRemembered(one)));
}
