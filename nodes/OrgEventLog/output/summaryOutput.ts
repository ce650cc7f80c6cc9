import { DateTime } from 'luxon';
import type { LoggedEvent, TimedEvent } from '../events/event';
import type { JsonValue } from '../json/jsonValues';
import { EventLogFailure } from '../errors/failure';
import type { SummarySettings } from '../parameters/parseOutput';
import { intervalAround } from '../parameters/timeRanges';
import { ChosenColumns } from './chosenColumns';
import { toIsoTime } from '../text/times';
import type { OutputWriter, OutputItem } from './outputWriter';
import { MAX_ITEMS_BYTES, estimateBytes } from './memoryEstimate';

/** More groups would be no summary. */
export const MAX_GROUPS = 100_000;

/** A group whose events lack a column shows this text, because n8n's tables show null in red. */
const NONE = '(none)';

/** An event on its way to its group. */
interface GroupedEvent {
	readonly group: Group;
	readonly values: readonly JsonValue[];
}

/** A group's events have the same in every column asked for, and are of one interval. */
interface Group {
	/** The key is JSON, so that no two different lists of values read the same. */
	readonly key: string;
	/** The newest event's values are shown: e-mail addresses are of one group in any letter case. */
	values: readonly JsonValue[];
	/** The start of the group's interval; infinite for a time that no calendar has. */
	readonly startMs: number;
	count: number;
	firstMs: number;
	lastMs: number;
}

/** Gives one item per group of events, in memory that grows with the groups alone. */
export function createSummaryOutput(
	settings: SummarySettings,
	timezone: string,
	maxBytes = MAX_ITEMS_BYTES,
): OutputWriter {
	return {
		async write(read) {
			const groups = new Groups(settings, timezone);
			for await (const page of read((event) => groups.findOrAdd(event))) {
				for (const event of page) groups.countEvent(event.output, event);
				if (groups.bytes > maxBytes) throw new EventLogFailure('tooLargeGroups', { maxBytes });
			}
			const items = groups.toItems();
			return { items, hint: items.length === 0 ? undefined : groups.columns.describeUnseen() };
		},
	};
}

class Groups {
	/** The groups' memory, by a rough sum. */
	bytes = 0;
	readonly columns: ChosenColumns;
	private readonly byKey = new Map<string, Group>();
	private groupCount = 0;
	private interval = { startMs: NaN, endMs: NaN };

	constructor(
		private readonly settings: SummarySettings,
		private readonly timezone: string,
	) {
		this.columns = new ChosenColumns(settings.groupBy);
	}

	/** Gives the group of an event, which is not counted yet: it may be read once more, or not be wanted. */
	findOrAdd(event: LoggedEvent): GroupedEvent {
		const values = this.columns.valuesOf(event);
		const startMs = this.startOfInterval(event);
		const key = JSON.stringify([startMs, ...this.columns.comparableValuesOf(values, event)]);
		const existing = this.byKey.get(key);
		if (existing !== undefined) return { group: existing, values };
		const group = { key, values, startMs, count: 0, firstMs: Infinity, lastMs: -Infinity };
		this.byKey.set(key, group);
		this.bytes += 2 * key.length + estimateBytes(values);
		return { group, values };
	}

	/** @throws EventLogFailure for one group too many */
	countEvent({ group, values }: GroupedEvent, { createdAtMs }: TimedEvent): void {
		if (group.count === 0 && ++this.groupCount > MAX_GROUPS)
			throw new EventLogFailure('tooManyGroups', {});
		group.count += 1;
		if (createdAtMs < group.firstMs) group.firstMs = createdAtMs;
		if (createdAtMs <= group.lastMs) return;
		group.lastMs = createdAtMs;
		group.values = values;
	}

	/** Sorts the groups by interval, and within one the most frequent first, except those that lack a column. */
	toItems(): readonly OutputItem[] {
		const groups = [...this.byKey.values()].filter(({ count }) => count > 0);
		const totals = new Map<number, number>();
		for (const { startMs, count } of groups) {
			totals.set(startMs, (totals.get(startMs) ?? 0) + count);
		}
		const lacking = new Set(groups.filter(({ values }) => values.includes(null)));
		const rankOf = (group: Group) => (lacking.has(group) ? 1 : 0);
		groups.sort(
			(one, other) =>
				one.startMs - other.startMs ||
				rankOf(one) - rankOf(other) ||
				other.count - one.count ||
				(one.key < other.key ? -1 : 1),
		);
		return groups.map((group) => {
			const total = totals.get(group.startMs) ?? group.count;
			return { json: this.toJson(group, total) };
		});
	}

	private toJson({ values, startMs, count, firstMs, lastMs }: Group, total: number) {
		return {
			...this.columns.toRecord(values.map((value) => value ?? NONE)),
			...(this.settings.interval !== 'none' && { interval: this.toLocalTime(startMs) }),
			count,
			share: Math.round((1_000 * count) / total) / 10,
			firstAt: toIsoTime(firstMs),
			lastAt: toIsoTime(lastMs),
		};
	}

	private toLocalTime(epochMs: number): string | null {
		return DateTime.fromMillis(epochMs, { zone: this.timezone }).toISO();
	}

	private startOfInterval({ createdAtMs }: TimedEvent): number {
		const { interval: unit } = this.settings;
		if (unit === 'none') return 0;
		const { startMs, endMs } = this.interval;
		// Neighbours mostly share one, and the calendar is slow.
		if (!(createdAtMs >= startMs && createdAtMs < endMs)) {
			this.interval = intervalAround(createdAtMs, unit, this.timezone);
		}
		return Number.isNaN(this.interval.startMs) ? Infinity : this.interval.startMs;
	}
}
