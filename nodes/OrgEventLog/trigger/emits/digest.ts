import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import type { LoggedEvent } from '../../events/event';
import { SEVERITIES, toDocumentedSeverity } from '../../lexicon/severities';
import { foldCase, userEmailOf } from '../../events/subjects';
import { createItemJsonConverter } from '../../output/eventConverters';
import { formatCount, pluralize, toPlainText } from '../../text/sentences';
import { toIsoTime } from '../../text/times';
import type { Alert } from '../stages/alert';
import { type Emit, type ItemSettings, addMarks } from './emit';

const TEST_DIGEST_EVENTS = 10;

export const digestEmit: Emit = {
	hasOneItem: true,
	toItems: (alerts, settings) => [toDigest(alerts, settings)],
	chooseForTest: (alerts) => alerts.slice(-TEST_DIGEST_EVENTS),
};

export const TOP_USERS = 10;
const SEVERITIES_HIGHEST_FIRST = [...SEVERITIES].reverse();
/** A sentence names at most so many severities. Others are counted together. */
const MAX_SEVERITIES = 5;

/** Gives one item for several events, the oldest of which comes first. */
export function toDigest(alerts: readonly Alert[], settings: ItemSettings): IDataObject {
	const toJson = createItemJsonConverter(settings.shape);
	const events = alerts.map(({ event }) => event);
	const severities = events.map(
		({ fields: { severity } }) => toDocumentedSeverity(severity) ?? nameOf(severity),
	);
	const bySeverity = tally(severities, SEVERITIES_HIGHEST_FIRST);
	const byType = [...tally(events.map(({ fields }) => nameOf(fields.type)))].sort(compareCounts);
	const topUsers = topUsersOf(events);
	const digest = {
		summary: toDigestSentence(events, bySeverity, topUsers, settings),
		count: events.length,
		from: toIsoTime(events[0]?.createdAtMs),
		to: toIsoTime(events[events.length - 1]?.createdAtMs),
		bySeverity: Object.fromEntries(bySeverity),
		byType: Object.fromEntries(byType),
		topUsers: topUsers.map(([userEmail, count]) => ({ userEmail, count })),
		events: alerts.map((alert) => addMarks(toJson(alert.event), alert, settings)),
	};
	const marksOfAll = {
		suppressedCount: alerts.reduce((sum, { suppressedCount }) => sum + suppressedCount, 0),
		isRedelivered: alerts.some(({ isRedelivered }) => isRedelivered),
	};
	return addMarks(digest, marksOfAll, settings);
}

/** E-mail addresses count together in any letter case, and are shown as the first event has them. */
function topUsersOf(events: readonly LoggedEvent[]): NamedCount[] {
	const shown = new Map<string, string>();
	const emails = events.flatMap(({ fields }) => {
		const email = userEmailOf(fields);
		if (email === null) return [];
		const folded = foldCase(String(email));
		const first = shown.get(folded) ?? String(email);
		shown.set(folded, first);
		return [first];
	});
	return [...tally(emails)].sort(compareCounts).slice(0, TOP_USERS);
}

function tally(names: readonly string[], always: readonly string[] = []): Map<string, number> {
	const counts = new Map(always.map((name) => [name, 0]));
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

type NamedCount = readonly [name: string, count: number];

function compareCounts([nameA, countA]: NamedCount, [nameB, countB]: NamedCount): number {
	return countB - countA || (nameA < nameB ? -1 : 1);
}

function nameOf(value: unknown): string {
	return typeof value === 'string' && value !== '' ? value : 'unknown';
}

/** Gives "12 refusals between 2026-03-02 09:14 and 09:20 (UTC): 3 ERROR, 9 WARN; most often ada@example.com (5)". */
function toDigestSentence(
	events: readonly LoggedEvent[],
	bySeverity: ReadonlyMap<string, number>,
	[[topEmail, topCount] = ['', 0], [, nextCount] = ['', 0]]: readonly NamedCount[],
	{ wording: { noun, timezone } }: ItemSettings,
): string {
	const { length } = events;
	const severities = [...bySeverity].filter(([, times]) => times > 0);
	const otherCount = severities.slice(MAX_SEVERITIES).reduce((sum, [, times]) => sum + times, 0);
	const counts = [...severities.slice(0, MAX_SEVERITIES), ['others', otherCount] as const]
		.filter(([, times]) => times > 0)
		.map(([name, times]) => `${formatCount(times)} ${toPlainText(name)}`);
	const name = toPlainText(topEmail);
	const isMostFrequent = topCount > Math.max(1, nextCount);
	const mostOften = isMostFrequent ? `; most often ${name} (${formatCount(topCount)})` : '';
	const ofWhom = topCount === length ? `; only ${name}` : mostOften;
	const when = describeTimes(events[0], events[length - 1], timezone);
	return `${pluralize(length, noun)} ${when}: ${counts.join(', ')}${ofWhom}`;
}

function describeTimes(oldest?: LoggedEvent, newest = oldest, zone = 'UTC'): string {
	const first = DateTime.fromMillis(oldest?.createdAtMs ?? 0, { zone });
	const last = DateTime.fromMillis(newest?.createdAtMs ?? 0, { zone });
	const [start, end] = [first, last].map((time) => time.toFormat('yyyy-MM-dd HH:mm'));
	if (start === end) return `at ${start} (${zone})`;
	return `between ${start} and ${first.hasSame(last, 'day') ? last.toFormat('HH:mm') : end} (${zone})`;
}
