import { GivenAlerts } from './givenAlerts';
import { type StoredAlerts, type TriggerState, withAlerts } from './triggerState';

/** What one alert is about, and when. */
export interface AlertMark {
	/** Alerts with the same key repeat each other. */
	readonly key: string;
	/** By the log's own times, epoch milliseconds. */
	readonly atMs: number;
}

/** An alert that starts the workflow. */
export interface GivenAlert<Alert> {
	readonly alert: Alert;
	/** How many of its key were held back since the one before it was given; missing where none are to be. */
	readonly suppressed?: number;
}

export interface Suppression<Alert> extends StoredAlerts {
	readonly given: ReadonlyArray<GivenAlert<Alert>>;
}

/**
 * Holds back what repeats an alert that was given less than `withinMs` before it; nothing for 0.
 * Alerts are decided on in the order in which they come, once each, by the log's times alone: where
 * none comes late the same log gives the same alerts, however polls cut it.
 *
 * @param state what the poll leaves behind: alerts from its floor on may still come
 */
export function suppressRepeats<Alert>(
	alerts: readonly Alert[],
	state: TriggerState,
	withinMs: number,
	markOf: (alert: Alert) => AlertMark,
): Suppression<Alert> {
	if (withinMs === 0) {
		const given = alerts.map((alert) => ({ alert }));
		return { given, ...withAlerts(state, undefined, withinMs) };
	}
	const known = GivenAlerts.decode(state.alerts ?? '') ?? GivenAlerts.none();
	const given = alerts.flatMap((alert) => {
		const { key, atMs } = markOf(alert);
		const verdict = known.decide(key, atMs, withinMs);
		return verdict === 'heldBack' ? [] : [{ alert, ...verdict }];
	});
	return { given, ...withAlerts(state, known, withinMs) };
}
