import { SHORT_HASH_LENGTH, shortHashOf } from '../../events/shortHash';
import { type TimedText, decodeTimed, encodeTimed } from '../cursor/timedText';

const ENCODED = /^(?:-?[0-9a-z]+:[\w-]{8}[0-9a-z]*(?:~[0-9a-z]+)*(?:,|$))*$/;

interface AlertsOfKey {
	/** Alerts at these times may still hold others back, oldest first; one that comes late may lie between two of them. */
	readonly timesMs: readonly number[];
	/** This many were held back since one was delivered. */
	readonly suppressed: number;
}

/** An alert is delivered, and tells how many were held back since the one before, or it is held back. */
export type Verdict = { readonly suppressed: number } | 'heldBack';

export interface EncodedAlerts {
	readonly encoded: string;
	/** Set if not all fit that still hold others back: alerts up to then are forgotten. Epoch milliseconds. */
	readonly forgottenToMs?: number;
}

/**
 * Delivered alerts are known by short hashes of their keys. Encoded they are plain text, the keys by the time of
 * their newest alert:
 * `<milliseconds since the key before>:<hash><number held back>~<milliseconds from that alert back to the
 * one before>…,…`, all numbers in base 36.
 */
export class DeliveredAlerts {
	private constructor(private readonly byKey: Map<string, AlertsOfKey>) {}

	static none(): DeliveredAlerts {
		return new DeliveredAlerts(new Map());
	}

	/** @returns undefined if the text was not written by `encode` */
	static decode(encoded: string): DeliveredAlerts | undefined {
		if (!ENCODED.test(encoded)) return undefined;
		const byKey = new Map<string, AlertsOfKey>();
		for (const { atMs: newestMs, text } of decodeTimed(encoded)) {
			const [alert = '', ...gaps] = text.split('~');
			let timeMs = newestMs;
			const earlierMs = gaps.map((gap) => (timeMs -= parseInt(gap, 36))).reverse();
			const suppressed = parseInt(`0${alert.slice(SHORT_HASH_LENGTH)}`, 36);
			const timesMs = [...earlierMs, newestMs];
			byKey.set(alert.slice(0, SHORT_HASH_LENGTH), { timesMs, suppressed });
		}
		return new DeliveredAlerts(byKey);
	}

	/**
	 * Decides about the next alert, and remembers it. It is held back if one with the same key was
	 * delivered less than `withinMs` before it or, if this one came late, after it.
	 */
	decide(key: string, atMs: number, withinMs: number): Verdict {
		const hashed = shortHashOf(key);
		const { timesMs, suppressed } = this.byKey.get(hashed) ?? { timesMs: [], suppressed: 0 };
		if (isNear(timesMs, atMs, withinMs)) {
			this.byKey.set(hashed, { timesMs, suppressed: suppressed + 1 });
			return 'heldBack';
		}
		const inOrder = [...timesMs, atMs].sort((one, other) => one - other);
		this.byKey.set(hashed, { timesMs: inOrder, suppressed: 0 });
		return { suppressed };
	}

	/** True if an alert with the same key was delivered less than `withinMs` before or after. */
	holdsBack(key: string, atMs: number, withinMs: number): boolean {
		const { timesMs = [] } = this.byKey.get(shortHashOf(key)) ?? {};
		return isNear(timesMs, atMs, withinMs);
	}

	/** True if an alert of that time was delivered, or is too old to be remembered. */
	mayHaveDelivered(key: string, atMs: number): boolean {
		const timesMs = this.byKey.get(shortHashOf(key))?.timesMs ?? [];
		return timesMs.includes(atMs) || atMs < (timesMs[0] ?? Infinity);
	}

	/**
	 * Gives text of at most `maxLength` characters: the alerts delivered longest ago give way.
	 *
	 * @param holdingFromMs alerts up to then hold nothing back that is still to come, epoch milliseconds
	 */
	encode(holdingFromMs: number, maxLength: number): EncodedAlerts {
		const entries = [...this.byKey]
			.flatMap(([key, alerts]) => toEntry(key, alerts, holdingFromMs) ?? [])
			.sort((one, other) => one.atMs - other.atMs);
		const { encoded, leftOutToMs } = encodeTimed(entries, maxLength);
		// Of the others only the number is lost that they held back.
		const wasHolding = leftOutToMs !== undefined && leftOutToMs > holdingFromMs;
		return { encoded, forgottenToMs: wasHolding ? leftOutToMs : undefined };
	}
}

function isNear(timesMs: readonly number[], atMs: number, withinMs: number): boolean {
	return timesMs.some((timeMs) => Math.abs(atMs - timeMs) < withinMs);
}

/** Gives the alerts of a key at the time of the newest; undefined if they make no difference any more. */
function toEntry(
	key: string,
	{ timesMs, suppressed }: AlertsOfKey,
	holdingFromMs: number,
): TimedText | undefined {
	const holdingBack = timesMs.filter((timeMs) => timeMs > holdingFromMs);
	if (holdingBack.length === 0 && suppressed === 0) return undefined;
	const gaps = holdingBack
		.map((timeMs, index) => timeMs - (holdingBack[index - 1] ?? timeMs))
		.slice(1)
		.reverse();
	const number = suppressed === 0 ? '' : suppressed.toString(36);
	return {
		atMs: timesMs[timesMs.length - 1] ?? 0,
		text: `${key}${number}${gaps.map((gap) => `~${gap.toString(36)}`).join('')}`,
	};
}
