import type { EventFields } from '../../events/event';
import { deviceOf, userEmailOf } from '../../events/subjects';
import { createItemMaker } from '../../output/itemsOutput';
import { type EmitDefinition, withMarks } from './emit';

/** One item for each event. */
export const eachEvent: EmitDefinition = {
	label: 'For Each Event',
	hint: 'One item for each new event, oldest first',
	fields: [],
	read: () => ({
		toItems({ alerts }, settings) {
			const toJson = createItemMaker(settings.shape);
			return alerts.map((alert) => withMarks(toJson(alert.event), alert, settings));
		},
		preview(alerts) {
			const newestFirst = [...alerts].reverse();
			const named = newestFirst.find(({ event }) => namesSomebody(event.fields));
			return [named ?? newestFirst[0] ?? []].flat();
		},
	}),
};

/** What names nobody shows little of what an alert can say. */
function namesSomebody(fields: EventFields): boolean {
	return userEmailOf(fields) !== null || deviceOf(fields) !== null;
}
