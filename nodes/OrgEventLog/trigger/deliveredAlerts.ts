import { hash } from 'node:crypto';

/** Six bytes in base64url: with a thousand of them known the odds of a false match are 1 to 10^11. */
const HASH_LENGTH = 8;
/** Of any time that JavaScript can hold, in base 36 with its sign. */
const MAX_TIME_LENGTH = 12;
const ENTRY = String.raw`(-?[0-9a-z]+):([\w-]{${HASH_LENGTH}})([0-9a-z]*)((?:~[0-9a-z]+)*)`;
const ENTRIES = new RegExp(ENTRY, 'g');
const ENCODED = new RegExp(`^(?:${ENTRY}(?:,|$))*$`);

/** What is known of the alerts of one key. */
interface AlertsOfKey {
	/** When those were that may still hold others back, oldest first; the newest of all is there. */
	readonly timesMs: readonly number[];
	/** How many were held back since one was delivered. */
	readonly heldBack: number;
}

/** An alert is delivered, and tells how many were held back since the one before, or it is held back. */
export type Verdict = { readonly suppressed: number } | 'heldBack';

/** What has to be remembered, and how long it may get. */
export interface EncodingRules {
	/** Alerts still to come are not older. Epoch milliseconds. */
	readonly fromMs: number;
	/** How far an alert holds others back, milliseconds. */
	readonly withinMs: number;
	/** In characters. */
	readonly maxLength: number;
	/** The same, where nothing is held back any more and only its number is remembered. */
	readonly maxLengthOfNumbers: number;
}

export interface EncodedAlerts {
	readonly encoded: string;
	/** Where it did not fit: alerts delivered up to then no longer hold others back. Epoch milliseconds. */
	readonly forgottenToMs?: number;
	/** And of how many keys it is forgotten how many alerts were held back. */
	readonly forgottenNumbers: number;
}

/**
 * Which alerts were delivered, by short hashes of their keys. Encoded it is plain text, the keys by the
 * time of their newest alert: `<milliseconds since the key before>:<hash><number held back>~
 * <milliseconds from that alert back to the one before>…,…`, all numbers in base 36.
 */
export class DeliveredAlerts {
	private constructor(private readonly byKey: Map<string, AlertsOfKey>) {}

	static none(): DeliveredAlerts {
		return new DeliveredAlerts(new Map());
	}

	/** @returns undefined where the text was not written by `encode` */
	static decode(encoded: string): DeliveredAlerts | undefined {
		if (!ENCODED.test(encoded)) return undefined;
		const byKey = new Map<string, AlertsOfKey>();
		let newestMs = 0;
		for (const [, elapsed = '', key = '', heldBack, gaps = ''] of encoded.matchAll(ENTRIES)) {
			newestMs += parseInt(elapsed, 36);
			let timeMs = newestMs;
			const earlier = gaps.split('~').slice(1);
			const earlierMs = earlier.map((gap) => (timeMs -= parseInt(gap, 36))).reverse();
			byKey.set(key, {
				timesMs: [...earlierMs, newestMs],
				heldBack: heldBack ? parseInt(heldBack, 36) : 0,
			});
		}
		return new DeliveredAlerts(byKey);
	}

	/**
	 * Decides on the next alert and takes note of it. It is held back where one of the same key was
	 * delivered that lies less than `withinMs` before it or, where this one came late, after it.
	 */
	decide(key: string, atMs: number, withinMs: number): Verdict {
		const hashed = hash('sha256', key, 'base64url').slice(0, HASH_LENGTH);
		const { timesMs, heldBack } = this.byKey.get(hashed) ?? { timesMs: [], heldBack: 0 };
		if (timesMs.some((deliveredMs) => Math.abs(atMs - deliveredMs) < withinMs)) {
			this.byKey.set(hashed, { timesMs, heldBack: heldBack + 1 });
			return 'heldBack';
		}
		const inOrder = [...timesMs, atMs].sort((one, other) => one - other);
		this.byKey.set(hashed, { timesMs: inOrder, heldBack: 0 });
		return { suppressed: heldBack };
	}

	/** As text, without what makes no difference any more. What was delivered longest ago gives way. */
	encode(rules: EncodingRules): EncodedAlerts {
		const { maxLength, maxLengthOfNumbers } = rules;
		const entries = [...this.byKey]
			.map(([key, alerts]) => toEntry(key, alerts, rules))
			.filter(({ holdsBack, heldBack }) => holdsBack || heldBack > 0)
			.sort((one, other) => other.newestMs - one.newestMs);
		let length = MAX_TIME_LENGTH;
		let kept = 0;
		for (const [index, { newestMs, holdsBack, text }] of entries.entries()) {
			const elapsed = (entries[index - 1]?.newestMs ?? newestMs) - newestMs;
			length += elapsed.toString(36).length + text.length + 2;
			if (length > (holdsBack ? maxLength : Math.min(maxLength, maxLengthOfNumbers))) break;
			kept++;
		}
		const leftOut = entries.slice(kept);
		const [newest] = leftOut;
		return {
			encoded: encodeEntries(entries.slice(0, kept).reverse()),
			...(newest?.holdsBack === true && { forgottenToMs: newest.newestMs }),
			forgottenNumbers: leftOut.filter(({ heldBack }) => heldBack > 0).length,
		};
	}
}

interface Entry {
	readonly newestMs: number;
	/** Whether it may still hold an alert back. */
	readonly holdsBack: boolean;
	readonly heldBack: number;
	/** All of its encoding but its time. */
	readonly text: string;
}

function toEntry(
	key: string,
	{ timesMs, heldBack }: AlertsOfKey,
	{ fromMs, withinMs }: EncodingRules,
): Entry {
	const newestMs = timesMs[timesMs.length - 1] ?? 0;
	const holdingBack = timesMs.filter((timeMs) => timeMs > fromMs - withinMs);
	const gaps = holdingBack
		.map((timeMs, index) => timeMs - (holdingBack[index - 1] ?? timeMs))
		.slice(1)
		.reverse();
	const number = heldBack === 0 ? '' : heldBack.toString(36);
	return {
		newestMs,
		holdsBack: holdingBack.length > 0,
		heldBack,
		text: `${key}${number}${gaps.map((gap) => `~${gap.toString(36)}`).join('')}`,
	};
}

/** @param entries oldest first */
function encodeEntries(entries: readonly Entry[]): string {
	let before = 0;
	const texts = entries.map(({ newestMs, text }) => {
		const elapsed = (newestMs - before).toString(36);
		before = newestMs;
		return `${elapsed}:${text}`;
	});
	return texts.join(',');
}
