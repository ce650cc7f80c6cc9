import { DateTime } from 'luxon';
import { EventLogFailure } from '../errors/failure';
import type { LoggedEvent } from '../events/event';
import { foldedEmailOf, userEmailOf } from '../events/subjects';
import type { JsonValue } from '../json/jsonValues';
import type { SummarySettings } from '../parameters/parseOutput';
import { toCalendarUnit } from '../calendar/timeRanges';
import { requireZone } from '../calendar/timezone';
import { toIsoTime } from '../text/times';
import { type ColumnReader, createColumnReader } from './eventConverters';
import type { OutputWriter, OutputItem, ConvertedEvent } from './outputWriter';

/** All groups are kept in memory, and more of them would be no summary. */
export const MAX_GROUPS = 100_000;

/** A group whose events lack a column shows this text, because n8n's tables show null in red. */
const MISSING_VALUE = '(none)';

interface GroupedEvent {
	/** The events of one group have the same key. It is JSON, so that different lists of values give different keys. */
	readonly key: string;
	readonly values: readonly JsonValue[];
	readonly intervalStartMs: number;
}

/** A group has the values of its newest event, which is read first. */
type Group = GroupedEvent & Record<'count' | 'firstMs' | 'lastMs', number>;

/** Gives an item per group of events. Memory grows with the groups alone. @throws ParameterError for a wrong timezone */
export function createSummaryOutput(settings: SummarySettings, timezone: string): OutputWriter {
	const zone = requireZone(timezone);
	return {
		async write(read) {
			const groups = new Groups(settings, zone);
			for await (const page of read((event) => groups.toGroupedEvent(event))) {
				for (const event of page) groups.add(event);
			}
			return groups.toItems();
		},
	};
}

class Groups {
	private readonly readers: readonly ColumnReader[];
	private readonly groupsByKey = new Map<string, Group>();
	private currentInterval = { startMs: 0, endMs: 0 };

	constructor(
		private readonly settings: SummarySettings,
		private readonly zone: string,
	) {
		this.readers = settings.groupBy.map(createColumnReader);
	}

	toGroupedEvent(event: LoggedEvent): GroupedEvent {
		const values = this.readers.map((read) => read(event));
		const intervalStartMs = this.intervalStartOf(event.createdAtMs);
		// The same e-mail address in another letter case belongs to the same group.
		const email = userEmailOf(event.fields);
		const toKeyPart = (value: JsonValue) =>
			value === email && email !== null ? foldedEmailOf(event.fields) : value;
		const key = JSON.stringify([intervalStartMs, ...values.map(toKeyPart)]);
		return { key, values, intervalStartMs };
	}

	/** @throws EventLogFailure for one group too many */
	add({ output, createdAtMs }: ConvertedEvent<GroupedEvent>): void {
		const existing = this.groupsByKey.get(output.key);
		if (existing === undefined && this.groupsByKey.size >= MAX_GROUPS)
			throw new EventLogFailure('tooManyGroups', {});
		const group = existing ?? { ...output, count: 0, firstMs: createdAtMs, lastMs: createdAtMs };
		group.count += 1;
		group.firstMs = Math.min(group.firstMs, createdAtMs);
		group.lastMs = Math.max(group.lastMs, createdAtMs);
		if (existing === undefined) this.groupsByKey.set(output.key, group);
	}

	/** Sorts by interval. Within one the most frequent group comes first, and those without a value come last. */
	toItems(): readonly OutputItem[] {
		const totalByInterval = new Map<number, number>();
		for (const { intervalStartMs, count } of this.groupsByKey.values())
			totalByInterval.set(intervalStartMs, (totalByInterval.get(intervalStartMs) ?? 0) + count);
		const sorted = [...this.groupsByKey.values()].sort(
			(one, other) =>
				one.intervalStartMs - other.intervalStartMs ||
				Number(one.values.includes(null)) - Number(other.values.includes(null)) ||
				other.count - one.count ||
				(one.key < other.key ? -1 : 1),
		);
		return sorted.map((group) => ({
			json: this.toJson(group, totalByInterval.get(group.intervalStartMs) ?? NaN),
		}));
	}

	private toJson({ values, intervalStartMs, count, firstMs, lastMs }: Group, total: number) {
		const interval = DateTime.fromMillis(intervalStartMs, { zone: this.zone }).toISO();
		const { groupBy } = this.settings;
		return {
			...Object.fromEntries(groupBy.map((name, index) => [name, values[index] ?? MISSING_VALUE])),
			...(this.settings.interval !== 'none' && { interval }),
			count,
			share: Math.round((1_000 * count) / total) / 10,
			firstAt: toIsoTime(firstMs),
			lastAt: toIsoTime(lastMs),
		};
	}

	private intervalStartOf(createdAtMs: number): number {
		const { interval: unit } = this.settings;
		if (unit === 'none') return 0;
		// The last interval is kept, because neighbouring events mostly share one and the calendar is slow.
		if (createdAtMs < this.currentInterval.startMs || createdAtMs >= this.currentInterval.endMs)
			this.currentInterval = toCalendarUnit(createdAtMs, unit, this.zone);
		return this.currentInterval.startMs;
	}
}
