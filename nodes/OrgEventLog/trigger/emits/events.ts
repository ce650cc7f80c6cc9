import type { EventFields } from '../../events/event';
import { deviceOf, userEmailOf } from '../../events/subjects';
import { createItemJsonMaker } from '../../output/itemJson';
import { type Emit, withMarks } from './emit';

export const eachEvent: Emit = {
	toItems(alerts, settings) {
		const toJson = createItemJsonMaker(settings.shape);
		return alerts.map((alert) => withMarks(toJson(alert.event), alert, settings));
	},
	preview(alerts) {
		const newestFirst = [...alerts].reverse();
		const named = newestFirst.find(({ event }) => namesSomebody(event.fields));
		return (named === undefined ? newestFirst : [named]).slice(0, 1);
	},
};

/** A preview should name a user or a device, as most alerts do. */
function namesSomebody(fields: EventFields): boolean {
	return userEmailOf(fields) !== null || deviceOf(fields) !== null;
}
