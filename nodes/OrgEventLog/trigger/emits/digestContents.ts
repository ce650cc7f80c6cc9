import { DateTime } from 'luxon';
import type { LoggedEvent } from '../../events/event';
import { SEVERITIES, toDocumentedSeverity } from '../../events/severities';
import { toPlainText } from '../../text/plainText';
import { toIsoTime } from '../../text/times';
import { userEmailOf, foldCase } from '../../events/subjects';
import { pluralize, formatCount } from '../../text/numbers';
import type { Wording } from '../../parameters/parseTriggerSettings';

export const TOP_USERS = 10;

/** Several events as one object. */
export interface Digest<Item> {
	/** A sentence for people. */
	readonly summary: string;
	readonly count: number;
	/** Times of the oldest and the newest of the events, ISO 8601 in UTC. */
	readonly from: string | null;
	readonly to: string | null;
	/** The four known severities are always there. */
	readonly bySeverity: Readonly<Record<string, number>>;
	readonly byType: Readonly<Record<string, number>>;
	/** The users with the most events come first. */
	readonly topUsers: ReadonlyArray<{ readonly userEmail: string; readonly count: number }>;
	readonly events: readonly Item[];
}

const KNOWN_SEVERITIES = [...SEVERITIES].reverse();
const NOT_GIVEN = 'unknown';
/** A sentence names no more kinds of severity; the known ones are four. */
const MAX_SEVERITIES = 5;

/** Makes the digest of a poll's events, with each of them as `toItem` makes it. */
export function toDigest<Item>(
	events: readonly LoggedEvent[],
	toItem: (event: LoggedEvent) => Item,
	wording: Wording,
): Digest<Item> {
	const times = events.map(({ createdAtMs }) => createdAtMs);
	const earliest = times.reduce((min, time) => Math.min(min, time), Infinity);
	const latest = times.reduce((max, time) => Math.max(max, time), -Infinity);
	const severities = events.map(
		({ fields: { severity } }) => toDocumentedSeverity(severity) ?? nameOf(severity),
	);
	const digest = {
		count: events.length,
		from: toIsoTime(earliest),
		to: toIsoTime(latest),
		bySeverity: Object.fromEntries(tally(severities, KNOWN_SEVERITIES)),
		byType: Object.fromEntries(sortByCount(tally(events.map(({ fields }) => nameOf(fields.type))))),
		topUsers: topUsersOf(events),
		events: events.map(toItem),
	};
	return { summary: toDigestSentence(digest, wording), ...digest };
}

/** E-mail addresses count together in any letter case, and are shown as the first event has them. */
function topUsersOf(events: readonly LoggedEvent[]): Digest<unknown>['topUsers'] {
	const spellings = new Map<string, string>();
	const users = events.flatMap(({ fields }) => {
		const email = userEmailOf(fields);
		if (email === null) return [];
		const folded = foldCase(String(email));
		spellings.set(folded, spellings.get(folded) ?? String(email));
		return [folded];
	});
	return sortByCount(tally(users))
		.slice(0, TOP_USERS)
		.map(([folded, count]) => ({ userEmail: spellings.get(folded) ?? folded, count }));
}

function tally(names: readonly string[], always: readonly string[] = []): Map<string, number> {
	const counts = new Map(always.map((name) => [name, 0]));
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

function sortByCount(counts: ReadonlyMap<string, number>): Array<[string, number]> {
	return [...counts].sort(
		([nameA, countA], [nameB, countB]) => countB - countA || (nameA < nameB ? -1 : 1),
	);
}

function nameOf(value: unknown): string {
	return typeof value === 'string' && value !== '' ? value : NOT_GIVEN;
}

/**
 * Gives one line like "12 refusals between 2026-03-02 09:14 and 09:20 (UTC): 3 ERROR, 9 WARN; most often ada@example.com (5)".
 */
function toDigestSentence(
	{ count, from, to, bySeverity, topUsers }: Omit<Digest<unknown>, 'summary' | 'events' | 'byType'>,
	{ noun, timezone }: Wording,
): string {
	const severities = Object.entries(bySeverity)
		.filter(([, times]) => times > 0)
		.slice(0, MAX_SEVERITIES)
		.map(([name, times]) => `${formatCount(times)} ${toPlainText(name)}`);
	const [top, next] = topUsers;
	// A user with one event did not do it most often, if other events name nobody.
	const hasNoTopUser =
		top === undefined || top.count === next?.count || top.count < Math.min(count, 2);
	const ofWhom = hasNoTopUser
		? ''
		: top.count === count
			? `; only ${toPlainText(top.userEmail)}`
			: `; most often ${toPlainText(top.userEmail)} (${formatCount(top.count)})`;
	const when = from === null || to === null ? '' : ` ${describeTimes(from, to, timezone)}`;
	return `${pluralize(count, noun)}${when}: ${severities.join(', ')}${ofWhom}`;
}

function describeTimes(from: string, to: string, zone: string): string {
	const [first, last] = [from, to].map((time) => DateTime.fromISO(time, { zone }));
	const [start, end] = [first, last].map((time) => time?.toFormat('yyyy-MM-dd HH:mm'));
	if (start === end) return `at ${start} (${zone})`;
	const isSameDay = first?.hasSame(last ?? first, 'day');
	return `between ${start} and ${isSameDay ? last?.toFormat('HH:mm') : end} (${zone})`;
}
