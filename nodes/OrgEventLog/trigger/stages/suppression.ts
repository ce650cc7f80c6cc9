import { suppressionKeyOf } from '../../events/alertGroups';
import { shortHashOf } from '../../events/shortHash';
import { describeTime } from '../../text/times';
import { type Stage, withWarning } from './batch';

/**
 * Alerts of a key: how many were held back since one was delivered, and when those were delivered that may still hold
 * others back, epoch milliseconds, oldest first; one that comes late may lie between two of them.
 */
type AlertsOfKey = readonly [suppressed: number, ...timesMs: number[]];

/** Keys are known by their short hashes. */
export type SuppressionMemory = Readonly<Record<string, AlertsOfKey>>;

/**
 * Holds back what repeats an alert that was delivered less than `suppressRepeatsMs` before it or, if this one came late,
 * after it; nothing for 0. Alerts are decided on in the order in which they come, once each, by the log's times alone:
 * if none comes late, the same log gives the same alerts, however polls cut it.
 */
export const suppressRepeats: Stage<SuppressionMemory, 'suppressRepeatsMs' | 'suppressPer'> = (
	batch,
	memory = {},
	{ suppressRepeatsMs: withinMs, suppressPer },
) => {
	if (withinMs === 0) return [batch, undefined];
	const byKey = new Map(Object.entries(memory));
	const alerts = batch.alerts.flatMap((alert) => {
		const { event, group, redelivered } = alert;
		const atMs = event.createdAtMs;
		const hashed = shortHashOf(group?.key ?? suppressionKeyOf(suppressPer, event));
		const [suppressed, ...timesMs] = byKey.get(hashed) ?? [0];
		// A redelivery was decided on before, and what is too old to be remembered was delivered.
		if (redelivered)
			return timesMs.includes(atMs) || atMs < (timesMs[0] ?? Infinity) ? [alert] : [];
		if (timesMs.some((timeMs) => Math.abs(atMs - timeMs) < withinMs)) {
			byKey.set(hashed, [suppressed + 1, ...timesMs]);
			return [];
		}
		byKey.set(hashed, [0, ...[...timesMs, atMs].sort((one, other) => one - other)]);
		return [{ ...alert, suppressed }];
	});
	const { floorMs, freeCharacters } = batch.facts;
	const { fitted, forgottenToMs } = fitAlerts(byKey, floorMs - withinMs, freeCharacters);
	const decided = { ...batch, alerts };
	if (forgottenToMs === undefined) return [decided, fitted];
	const warning = `Suppress Repeats has more distinct alerts than the trigger can remember. It forgot the alerts up to ${describeTime(forgottenToMs)}. Their next repeats start the workflow, with 'suppressed' 0`;
	return [withWarning(decided, warning), fitted];
};

/** JSON has two quotes, a colon and a comma around each key. */
const CHARACTERS_AROUND_KEY = 4;

/**
 * Keeps what makes a difference, in at most `maxLength` characters of JSON: the alerts delivered longest ago give way.
 *
 * @param holdingFromMs alerts up to then hold nothing back that is still to come, epoch milliseconds
 * @returns also up to when alerts are forgotten that still hold others back; undefined if none are
 */
export function fitAlerts(
	byKey: ReadonlyMap<string, AlertsOfKey>,
	holdingFromMs: number,
	maxLength: number,
): { readonly fitted: SuppressionMemory; readonly forgottenToMs?: number } {
	const entries = [...byKey]
		.map(([key, [suppressed, ...timesMs]]) => {
			const newestMs = timesMs[timesMs.length - 1] ?? -Infinity;
			// After nothing is held back any more, the next alert still tells how many were.
			const isKept = (timeMs: number) =>
				timeMs > holdingFromMs || (suppressed > 0 && timeMs === newestMs);
			const alerts: AlertsOfKey = [suppressed, ...timesMs.filter(isKept)];
			return { key, newestMs, alerts };
		})
		.filter(({ alerts }) => alerts.length > 1)
		.sort((one, other) => other.newestMs - one.newestMs);
	let left = maxLength;
	const isFitting = ({ key, alerts }: (typeof entries)[number]) => {
		left -= JSON.stringify(alerts).length + key.length + CHARACTERS_AROUND_KEY;
		return left >= 0;
	};
	const firstLeftOut = entries.find((entry) => !isFitting(entry));
	const kept =
		firstLeftOut === undefined ? entries : entries.slice(0, entries.indexOf(firstLeftOut));
	const fitted = Object.fromEntries(kept.map(({ key, alerts }) => [key, alerts]));
	// Of the others only the number is lost that they held back.
	const wasHolding = firstLeftOut !== undefined && firstLeftOut.newestMs > holdingFromMs;
	return { fitted, forgottenToMs: wasHolding ? firstLeftOut.newestMs : undefined };
}
