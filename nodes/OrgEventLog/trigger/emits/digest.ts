import { toIsoTime } from '../../text/times';
import { toDigest } from './digestContents';
import { createItemJsonMaker } from '../../output/itemJson';
import { type Alert, type Batch, type PollFacts } from '../stages/batch';
import { type EmitDefinition, withMarks } from './emit';

const TEST_DIGEST_EVENTS = 10;

export const digestOfPoll: EmitDefinition = {
	label: 'Once for All New Events',
	description: 'One item with all events that a poll has found, their counts and a sentence',
	fields: [],
	read: () => ({
		isOneItem: true,
		toItems({ alerts, facts }: Batch, settings) {
			const toJson = createItemJsonMaker(settings.shape);
			const byEvent = new Map(alerts.map((alert) => [alert.event, alert]));
			const marksOfAll = {
				suppressed: alerts.reduce((sum, { suppressed }) => sum + suppressed, 0),
				redelivered: alerts.some(({ redelivered }) => redelivered),
			};
			const digest = toDigest(
				[...byEvent.keys()],
				(event) => withMarks(toJson(event), byEvent.get(event) ?? marksOfAll, settings),
				settings.wording,
			);
			return [withMarks({ ...digest, ...triggerStatusOf(facts, alerts) }, marksOfAll, settings)];
		},
		preview: (alerts) => alerts.slice(-TEST_DIGEST_EVENTS),
	}),
};

/** Not everybody reads n8n's log, so the item says how the trigger itself is doing. */
function triggerStatusOf(
	{ presentMs, watermarkBeforeMs, watermarkAfterMs, backlog, lateEventWindowShrunkToMs }: PollFacts,
	alerts: readonly Alert[],
) {
	const isLate = ({ redelivered, event }: Alert) =>
		!redelivered && event.createdAtMs < watermarkBeforeMs;
	return {
		polledAt: toIsoTime(presentMs),
		// Events that the filters drop count, too.
		newestEventAt: toIsoTime(watermarkAfterMs),
		newestEventAgeSeconds: Math.round((presentMs - watermarkAfterMs) / 1000),
		late: alerts.filter(isLate).length,
		backlog,
		windowShrunkTo: toIsoTime(lateEventWindowShrunkToMs),
	};
}
