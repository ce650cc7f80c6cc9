import type { GroupKind } from '../../events/eventGroups';
import { toSummarySentence } from '../../events/summarySentence';
import { createItemJsonConverter } from '../../output/eventConverters';
import { readChoice } from '../../parameters/choiceFields';
import { readNumber } from '../../parameters/numberFields';
import type { NodeParameters } from '../../parameters/readField';
import { pluralize, toPlainText } from '../../text/sentences';
import { MINUTE_MS, toIsoTime } from '../../text/times';
import type { Alert } from '../stages/alert';
import { type BurstRule, gatherBursts } from '../stages/gatherBursts';
import { type Emit, addMarks } from './emit';

export function parseBurstEmit(parameters: NodeParameters): Emit {
	const rule: BurstRule = {
		groupKind: readChoice(parameters, 'burstPer'),
		count: readNumber(parameters, 'burstCount'),
		withinMs: MINUTE_MS * readNumber(parameters, 'burstMinutes'),
	};
	return {
		grouping: {
			gather: (alerts, lookback) => gatherBursts(alerts, lookback, rule),
			// A new event may continue a streak of up to `withinMs` before it, and whether the count was reached there
			// depends on as much again.
			lookbackMs: 2 * rule.withinMs,
		},
		toItems(alerts, settings) {
			const toJson = createItemJsonConverter(settings.shape);
			return alerts.map((alert) => {
				const { event, events, group } = alert;
				const json = {
					summary: toBurstSentence(alert, rule.groupKind, settings.wording.noun),
					...{ per: rule.groupKind, value: group?.value ?? null, count: events.length },
					from: toIsoTime(events[0]?.createdAtMs),
					to: toIsoTime(event.createdAtMs),
					events: events.map(toJson),
				};
				return addMarks(json, alert, settings);
			});
		},
		chooseForTest: (alerts) => alerts.slice(-1),
	};
}

/** A span up to this one is told in seconds. */
const MAX_SPAN_IN_SECONDS = 120;

/** Gives "ada@example.com: 5 refusals within 3 minutes"; where a group names nobody, what its last event was. */
export function toBurstSentence(
	{ event, events, group }: Alert,
	groupKind: GroupKind,
	noun: string,
): string {
	const spanMs = event.createdAtMs - (events[0]?.createdAtMs ?? 0);
	const burst = `${pluralize(events.length, noun)} within ${describeSpan(spanMs)}`;
	if (groupKind === 'all' || groupKind === 'happening')
		return `${burst}, the last: ${toSummarySentence(event.fields)}`;
	const name = toPlainText(String(group?.value));
	return `${groupKind === 'device' ? 'Device ' : ''}${name}: ${burst}`;
}

function describeSpan(spanMs: number): string {
	const seconds = Math.max(1, Math.ceil(spanMs / 1000));
	return seconds <= MAX_SPAN_IN_SECONDS
		? pluralize(seconds, 'second')
		: pluralize(Math.ceil(seconds / 60), 'minute');
}
