import { DateTime } from 'luxon';
import { plainText } from '../api/quotedText';
import type { Digest } from './digest';

/** What sentences about events need to know besides them. */
export interface Wording {
	/** What one of the events is: "refusal". */
	readonly noun: string;
	/** In which times are told. */
	readonly timezone: string;
}

/** How many kinds of severity a sentence names; the known ones are four. */
const MAX_SEVERITIES = 5;

/** "12,000". */
export function inDigits(count: number): string {
	return count.toLocaleString('en-US');
}

/** "1 refusal", "12,000 refusals". */
export function counted(count: number, noun: string): string {
	return `${inDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** One line: "12 refusals between 2026-03-02 09:14 and 09:20 (UTC): 3 ERROR, 9 WARN; most often ada@example.com (5)". */
export function digestSentence(
	{ count, from, to, bySeverity, topUsers }: Omit<Digest<unknown>, 'summary' | 'events' | 'byType'>,
	{ noun, timezone }: Wording,
): string {
	const severities = Object.entries(bySeverity)
		.filter(([, times]) => times > 0)
		.slice(0, MAX_SEVERITIES)
		.map(([name, times]) => `${inDigits(times)} ${plainText(name)}`);
	const [top, next] = topUsers;
	// Who did it once did not do it most often, where other events name nobody.
	const isAnyone = top === undefined || top.count === next?.count || top.count < Math.min(count, 2);
	const ofWhom = isAnyone
		? ''
		: top.count === count
			? `; all of ${plainText(top.userEmail)}`
			: `; most often ${plainText(top.userEmail)} (${inDigits(top.count)})`;
	const when = from === null || to === null ? '' : ` ${timesOf(from, to, timezone)}`;
	return `${counted(count, noun)}${when}: ${severities.join(', ')}${ofWhom}`;
}

function timesOf(from: string, to: string, zone: string): string {
	const [first, last] = [from, to].map((time) => DateTime.fromISO(time, { zone }));
	const [start, end] = [first, last].map((time) => time?.toFormat('yyyy-MM-dd HH:mm'));
	if (start === end) return `at ${start} (${zone})`;
	const isSameDay = first?.hasSame(last ?? first, 'day');
	return `between ${start} and ${isSameDay ? last?.toFormat('HH:mm') : end} (${zone})`;
}
