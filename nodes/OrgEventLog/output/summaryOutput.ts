import { DateTime } from 'luxon';
import { EventLogFailure } from '../errors/failure';
import type { LoggedEvent } from '../events/event';
import { foldedEmailOf, userEmailOf } from '../events/subjects';
import type { JsonValue } from '../json/jsonValues';
import type { SummarySettings } from '../parameters/parseOutput';
import { intervalAround } from '../calendar/timeRanges';
import { requireZone } from '../calendar/timezone';
import { toIsoTime } from '../text/times';
import { type ColumnReader, createColumnReader } from './eventColumns';
import type { OutputWriter, OutputItem, ConvertedEvent } from './outputWriter';

/** More groups would be no summary. */
export const MAX_GROUPS = 100_000;

/** A group whose events lack a column shows this text, because n8n's tables show null in red. */
const NONE = '(none)';

/** This is an event on its way to its group. The events of one group have the same key. */
interface GroupedEvent {
	/** The key is JSON, so that no two different lists of values read the same. */
	readonly key: string;
	readonly values: readonly JsonValue[];
	readonly startMs: number;
}

/** The values of the first event are shown, which is the newest. */
type Group = GroupedEvent & Record<'count' | 'firstMs' | 'lastMs', number>;

/**
 * Gives one item per group of events, in memory that grows with the groups alone.
 * @throws ParameterError for a workflow without a timezone
 */
export function createSummaryOutput(settings: SummarySettings, timezone: string): OutputWriter {
	const zone = requireZone(timezone);
	return {
		async write(read) {
			const groups = new Groups(settings, zone);
			for await (const page of read((event) => groups.toGrouped(event))) {
				for (const event of page) groups.count(event);
			}
			return groups.toItems();
		},
	};
}

class Groups {
	private readonly readers: readonly ColumnReader[];
	private readonly byKey = new Map<string, Group>();
	private interval = { startMs: 0, endMs: 0 };

	constructor(
		private readonly settings: SummarySettings,
		private readonly timezone: string,
	) {
		this.readers = settings.groupBy.map(createColumnReader);
	}

	toGrouped(event: LoggedEvent): GroupedEvent {
		const values = this.readers.map((read) => read(event));
		const startMs = this.startOfInterval(event.createdAtMs);
		// E-mail addresses are of one group in any letter case.
		const email = userEmailOf(event.fields);
		const comparable = (value: JsonValue) =>
			value === email && email !== null ? foldedEmailOf(event.fields) : value;
		return { key: JSON.stringify([startMs, ...values.map(comparable)]), values, startMs };
	}

	/** @throws EventLogFailure for one group too many */
	count({ output, createdAtMs }: ConvertedEvent<GroupedEvent>): void {
		const known = this.byKey.get(output.key);
		if (known === undefined && this.byKey.size >= MAX_GROUPS) {
			throw new EventLogFailure('tooManyGroups', {});
		}
		const group = known ?? { ...output, count: 0, firstMs: createdAtMs, lastMs: createdAtMs };
		group.count += 1;
		group.firstMs = Math.min(group.firstMs, createdAtMs);
		group.lastMs = Math.max(group.lastMs, createdAtMs);
		if (known === undefined) this.byKey.set(output.key, group);
	}

	/** Sorts the groups by interval, and within one the most frequent first, except those that lack a column. */
	toItems(): readonly OutputItem[] {
		const totals = new Map<number, number>();
		for (const { startMs, count } of this.byKey.values()) {
			totals.set(startMs, (totals.get(startMs) ?? 0) + count);
		}
		const rankOf = ({ values }: Group) => Number(values.includes(null));
		const sorted = [...this.byKey.values()].sort(
			(one, other) =>
				one.startMs - other.startMs ||
				rankOf(one) - rankOf(other) ||
				other.count - one.count ||
				(one.key < other.key ? -1 : 1),
		);
		return sorted.map((group) => ({ json: this.toJson(group, totals.get(group.startMs) ?? NaN) }));
	}

	private toJson({ values, startMs, count, firstMs, lastMs }: Group, total: number) {
		const interval = DateTime.fromMillis(startMs, { zone: this.timezone }).toISO();
		return {
			...Object.fromEntries(this.settings.groupBy.map((name, at) => [name, values[at] ?? NONE])),
			...(this.settings.interval !== 'none' && { interval }),
			count,
			share: Math.round((1_000 * count) / total) / 10,
			firstAt: toIsoTime(firstMs),
			lastAt: toIsoTime(lastMs),
		};
	}

	private startOfInterval(createdAtMs: number): number {
		const { interval: unit } = this.settings;
		if (unit === 'none') return 0;
		// Neighbours mostly share one, and the calendar is slow.
		if (createdAtMs < this.interval.startMs || createdAtMs >= this.interval.endMs) {
			this.interval = intervalAround(createdAtMs, unit, this.timezone);
		}
		return this.interval.startMs;
	}
}
