import { describeTime } from '../../text/times';
import { suppressionKeyOf } from '../../events/alertGroups';
import { type Stage, withWarning } from './batch';
import { DeliveredAlerts } from './deliveredAlerts';

/** `DeliveredAlerts` encodes the alerts that hold others back. */
export type SuppressionMemory = string;

export function isSuppressionMemory(value: unknown): value is SuppressionMemory {
	return typeof value === 'string' && DeliveredAlerts.decode(value) !== undefined;
}

/**
 * Holds back what repeats an alert that was delivered less than `suppressRepeatsMs` before it; nothing for 0. Alerts
 * are decided on in the order in which they come, once each, by the log's times alone: if none comes late, the same
 * log gives the same alerts, however polls cut it. A redelivery was decided on before.
 */
export const suppressRepeats: Stage<SuppressionMemory> = (
	batch,
	memory,
	{ suppressRepeatsMs: withinMs, suppressPer },
) => {
	if (withinMs === 0) return [batch, undefined];
	const delivered = DeliveredAlerts.decode(memory ?? '') ?? DeliveredAlerts.none();
	const alerts = batch.alerts.flatMap((alert) => {
		const { event, group, redelivered } = alert;
		// Bursts of a group repeat each other, and never single events.
		const key = group ? `${group.groupKind} ${group.key}` : suppressionKeyOf(suppressPer, event);
		if (redelivered && delivered.mayHaveDelivered(key, event.createdAtMs)) return [alert];
		// What was held back before counts once; an event that came late meanwhile is decided on.
		if (redelivered && delivered.holdsBack(key, event.createdAtMs, withinMs)) return [];
		const verdict = delivered.decide(key, event.createdAtMs, withinMs);
		return verdict === 'heldBack' ? [] : [{ ...alert, ...verdict }];
	});
	const { floorMs, freeCharacters } = batch.facts;
	const { encoded, forgottenToMs } = delivered.encode(floorMs - withinMs, freeCharacters);
	const decided = { ...batch, alerts };
	if (forgottenToMs === undefined) return [decided, encoded];
	const warning = `Suppress Repeats has more distinct alerts than the trigger can remember. It forgot the alerts up to ${describeTime(forgottenToMs)}. Their next repeats start the workflow, with 'suppressed' 0`;
	return [withWarning(decided, warning), encoded];
};
