import type { LoggedEvent } from '../api/event';

/** The `org_id`s of the events. */
export function organizationsOf(events: readonly LoggedEvent[]): ReadonlySet<string> {
	const organizations = new Set<string>();
	for (const { fields } of events) {
		if (typeof fields.org_id === 'string') organizations.add(fields.org_id);
	}
	return organizations;
}
