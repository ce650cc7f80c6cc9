import type { EventRecord, FilterName } from './eventRecord';
import { attributeOf } from './eventRecord';

/** Events that are made when they are asked for, by their index. */
export interface EventSource {
	eventAt(index: number, createdAtMs: number): EventRecord;
	attributeAt(index: number, name: FilterName): string | undefined;
}

/** An event as some operation writes it. */
export type ToText = (event: EventRecord) => string;

/**
 * The whole log in order of creation, insertion order among equal times. What a million events of a source hold is derived
 * when it is read.
 */
export class EventLog {
	/** An index into the source, or the complement of one into the appended events. */
	private readonly refs: number[];
	private latestVisibleAtMs = Number.NEGATIVE_INFINITY;
	private readonly appended: EventRecord[] = [];
	private readonly keptTexts = new Map<ToText, Map<number, string>>();
	private keepsTexts = false;
	private readonly watchers = new Set<(events: readonly EventRecord[]) => void>();

	constructor(
		private readonly source?: EventSource,
		/** When the source's events were created, epoch milliseconds, oldest first. */
		private readonly times: number[] = [],
	) {
		this.refs = times.map((_, index) => index);
	}

	/** How many events there are, those not yet visible included. */
	get size(): number {
		return this.times.length;
	}

	/** Adds events, each behind what is there with the same or an earlier creation time. */
	append(...events: readonly EventRecord[]): void {
		for (const event of events) this.insert(event);
		for (const watcher of this.watchers) watcher(events);
	}

	/** Loses the oldest events, as a log does that keeps them for so long. */
	forgetBefore(timeMs: number): void {
		const first = this.firstAtOrAfter(timeMs);
		this.times.splice(0, first);
		this.refs.splice(0, first);
	}

	/** Tells of events as they are added, until the function that it gives is called. */
	watch(watcher: (events: readonly EventRecord[]) => void): () => void {
		this.watchers.add(watcher);
		return () => this.watchers.delete(watcher);
	}

	/** The event at a position of the whole log, 0 being the oldest. @throws RangeError */
	at(position: number): EventRecord {
		const ref = this.refs[position];
		if (ref === undefined) throw new RangeError(`No event ${position}`);
		const made = ref < 0 ? this.appended[~ref] : this.source?.eventAt(ref, this.timeAt(position));
		if (made === undefined) throw new RangeError(`No event ${position}`);
		return made;
	}

	/**
	 * From now on what the source's events are written as is kept as that of appended ones is, 1 kB each: a service that
	 * has to be fast beside those who read from it.
	 */
	keepTexts(): void {
		this.keepsTexts = true;
	}

	/** The event at a position as `toText` writes it. @throws RangeError */
	textAt(position: number, toText: ToText): string {
		const ref = this.refs[position] ?? 0;
		if (ref >= 0 && !this.keepsTexts) return toText(this.at(position));
		const texts = this.keptTexts.get(toText) ?? new Map<number, string>();
		this.keptTexts.set(toText, texts);
		const text = texts.get(ref) ?? toText(this.at(position));
		texts.set(ref, text);
		return text;
	}

	/** Every event, oldest first; with `nowMs` only those that are visible then. */
	all(nowMs = Number.POSITIVE_INFINITY): EventRecord[] {
		const events: EventRecord[] = [];
		for (let position = 0; position < this.size; position++) {
			if (this.isVisible(position, nowMs)) events.push(this.at(position));
		}
		return events;
	}

	/** Epoch milliseconds of creation, without making the event. */
	timeAt(position: number): number {
		return this.times[position] ?? Number.NaN;
	}

	/** The value that a filter compares with, without making the event. */
	attributeAt(position: number, name: FilterName): string | undefined {
		const ref = this.refs[position] ?? 0;
		if (ref >= 0) return this.source?.attributeAt(ref, name);
		const event = this.appended[~ref];
		return event && attributeOf(event, name);
	}

	isVisible(position: number, nowMs: number): boolean {
		const ref = this.refs[position] ?? 0;
		return ref >= 0 || (this.appended[~ref]?.visibleAtMs ?? 0) <= nowMs;
	}

	/** Whether some event may still be invisible; false lets reads go without looking at each. */
	mayHide(nowMs: number): boolean {
		return this.latestVisibleAtMs > nowMs;
	}

	/** The first position whose time is `timeMs` or later. */
	firstAtOrAfter(timeMs: number): number {
		return this.firstWhere((time) => time >= timeMs);
	}

	/** The first position whose time is later than `timeMs`. */
	firstAfter(timeMs: number): number {
		return this.firstWhere((time) => time > timeMs);
	}

	private firstWhere(isBeyond: (time: number) => boolean): number {
		let low = 0;
		let high = this.size;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (isBeyond(this.timeAt(middle))) high = middle;
			else low = middle + 1;
		}
		return low;
	}

	private insert(event: EventRecord): void {
		const position = this.firstAfter(event.createdAtMs);
		this.times.splice(position, 0, event.createdAtMs);
		this.refs.splice(position, 0, ~(this.appended.push(event) - 1));
		this.latestVisibleAtMs = Math.max(this.latestVisibleAtMs, event.visibleAtMs ?? 0);
	}
}

/** A log that holds exactly these events, in order of creation. */
export function createEventLog(events: readonly EventRecord[] = []): EventLog {
	const log = new EventLog();
	const oldestFirst = [...events].sort((one, other) => one.createdAtMs - other.createdAtMs);
	for (const event of oldestFirst) log.append(event);
	return log;
}
