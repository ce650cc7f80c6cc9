import type { LoggedEvent } from '../api/event';
import { SEVERITIES, rankOfSeverity } from '../api/filters';
import { toIsoTime } from './columns';
import { type Wording, digestSentence } from './sentences';
import { userEmailOf } from './subjects';

/** How many users `topUsers` names. */
export const TOP_USERS = 10;

/** Several events as one object. */
export interface Digest<Item> {
	/** A sentence for people. */
	readonly summary: string;
	readonly count: number;
	/** When the oldest and the newest of the events were created, ISO 8601 in UTC. */
	readonly from: string | null;
	readonly to: string | null;
	/** How many events of each severity; the four known ones are always there. */
	readonly bySeverity: Readonly<Record<string, number>>;
	readonly byType: Readonly<Record<string, number>>;
	/** The users with the most events, most first. */
	readonly topUsers: ReadonlyArray<{ readonly userEmail: string; readonly count: number }>;
	readonly events: readonly Item[];
}

const KNOWN_SEVERITIES = [...SEVERITIES].reverse();
const NOT_GIVEN = 'unknown';

/** The digest of a poll's events, each of them in it as `toItem` makes it. */
export function toDigest<Item>(
	events: readonly LoggedEvent[],
	toItem: (event: LoggedEvent) => Item,
	wording: Wording,
): Digest<Item> {
	const times = events.map(({ createdAtMs }) => createdAtMs);
	const earliest = times.reduce((min, time) => Math.min(min, time), Infinity);
	const latest = times.reduce((max, time) => Math.max(max, time), -Infinity);
	const severities = events.map(
		({ fields: { severity } }) => SEVERITIES[rankOfSeverity(severity)] ?? nameOf(severity),
	);
	const users = events.map(({ fields }) => userEmailOf(fields)).filter((email) => email !== null);
	const digest = {
		count: events.length,
		from: toIsoTime(earliest),
		to: toIsoTime(latest),
		bySeverity: toObject(tally(severities, KNOWN_SEVERITIES)),
		byType: toObject(mostFirst(tally(events.map(({ fields }) => nameOf(fields.type))))),
		topUsers: mostFirst(tally(users.map(String)))
			.slice(0, TOP_USERS)
			.map(([userEmail, count]) => ({ userEmail, count })),
		events: events.map(toItem),
	};
	return { summary: digestSentence(digest, wording), ...digest };
}

type Tally = ReadonlyArray<readonly [string, number]>;

function tally(names: readonly string[], always: readonly string[] = []): Tally {
	const counts = new Map(always.map((name) => [name, 0]));
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return [...counts];
}

function mostFirst(counts: Tally): Tally {
	return [...counts].sort(
		([nameA, countA], [nameB, countB]) => countB - countA || (nameA < nameB ? -1 : 1),
	);
}

function toObject(counts: Tally): Record<string, number> {
	return Object.fromEntries(counts);
}

function nameOf(value: unknown): string {
	return typeof value === 'string' && value !== '' ? value : NOT_GIVEN;
}
