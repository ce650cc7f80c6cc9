import type { EventRecord, FilterName } from './eventRecord';
import { attributeOf } from './eventRecord';

/** Events that are made when they are asked for, by their index. */
export interface EventSource {
	eventAt(index: number, createdAtMs: number): EventRecord;
	attributeAt(index: number, name: FilterName): string | undefined;
}

/** An event as some operation writes it. */
export type ToText = (event: EventRecord) => string;

const FIRST_CAPACITY = 64;

function grown(values: Float64Array, capacity: number): Float64Array {
	const copy = new Float64Array(capacity);
	copy.set(values);
	return copy;
}

/**
 * The whole log in order of creation, insertion order among equal times. A million events take some
 * 20 MB: what they hold is derived when it is read.
 */
export class EventLog {
	private times: Float64Array;
	private visibleTimes: Float64Array;
	/** An index into the source, or the complement of one into the appended events. */
	private refs: Int32Array;
	private length: number;
	private latestVisibleAtMs = Number.NEGATIVE_INFINITY;
	private readonly appended: EventRecord[] = [];
	private readonly keptTexts = new Map<ToText, Buffer[]>();
	private keepsTexts = false;
	private readonly watchers = new Set<(events: readonly EventRecord[]) => void>();

	constructor(
		private readonly source?: EventSource,
		/** When the source's events were created, epoch milliseconds, oldest first. */
		times: Float64Array = new Float64Array(),
	) {
		this.times = times;
		this.visibleTimes = new Float64Array(times.length);
		this.length = times.length;
		this.refs = new Int32Array(times.length).map((_, index) => index);
	}

	/** How many events there are, those not yet visible included. */
	get size(): number {
		return this.length;
	}

	/** Adds events, each behind what is there with the same or an earlier creation time. */
	append(...events: readonly EventRecord[]): void {
		for (const event of events) this.insert(event);
		for (const watcher of this.watchers) watcher(events);
	}

	/** Loses the oldest events, as a log does that keeps them for so long. */
	forgetBefore(timeMs: number): void {
		const first = this.firstAtOrAfter(timeMs);
		for (const part of [this.times, this.visibleTimes, this.refs]) {
			part.copyWithin(0, first, this.length);
		}
		this.length -= first;
	}

	/** Tells of events as they are added, until the function that it gives is called. */
	watch(watcher: (events: readonly EventRecord[]) => void): () => void {
		this.watchers.add(watcher);
		return () => this.watchers.delete(watcher);
	}

	/** The event at a position of the whole log, 0 being the oldest. @throws RangeError */
	at(position: number): EventRecord {
		const ref = this.refs[position];
		if (ref === undefined || position >= this.length) throw new RangeError(`No event ${position}`);
		const made = ref < 0 ? this.appended[~ref] : this.source?.eventAt(ref, this.timeAt(position));
		if (made === undefined) throw new RangeError(`No event ${position}`);
		return made;
	}

	/**
	 * From now on what the source's events are written as is kept, 1 kB each: a service that has to be
	 * fast beside those who read from it.
	 */
	keepTexts(): void {
		this.keepsTexts = true;
	}

	/** The event at a position as `toText` writes it. @throws RangeError */
	textAt(position: number, toText: ToText): string | Buffer {
		const ref = this.refs[position] ?? -1;
		const isKept = this.keepsTexts && ref >= 0 && position < this.length;
		if (!isKept) return toText(this.at(position));
		const texts = this.keptTexts.get(toText) ?? [];
		this.keptTexts.set(toText, texts);
		return (texts[ref] ??= Buffer.from(toText(this.at(position))));
	}

	/** Every event, oldest first; with `nowMs` only those that are visible then. */
	all(nowMs = Number.POSITIVE_INFINITY): EventRecord[] {
		const events: EventRecord[] = [];
		for (let position = 0; position < this.length; position++) {
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
		return (this.visibleTimes[position] ?? 0) <= nowMs;
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
		let high = this.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (isBeyond(this.timeAt(middle))) high = middle;
			else low = middle + 1;
		}
		return low;
	}

	private insert(event: EventRecord): void {
		if (this.length === this.times.length) this.grow();
		const position = this.firstAfter(event.createdAtMs);
		if (position < this.length) this.shiftFrom(position);
		this.times[position] = event.createdAtMs;
		this.visibleTimes[position] = event.visibleAtMs ?? 0;
		this.refs[position] = ~(this.appended.push(event) - 1);
		this.length++;
		this.noteVisibleAt(event.visibleAtMs ?? 0);
	}

	private shiftFrom(position: number): void {
		this.times.copyWithin(position + 1, position, this.length);
		this.visibleTimes.copyWithin(position + 1, position, this.length);
		this.refs.copyWithin(position + 1, position, this.length);
	}

	private grow(): void {
		const capacity = Math.max(FIRST_CAPACITY, this.times.length * 2);
		this.times = grown(this.times, capacity);
		this.visibleTimes = grown(this.visibleTimes, capacity);
		const refs = new Int32Array(capacity);
		refs.set(this.refs);
		this.refs = refs;
	}

	private noteVisibleAt(visibleAtMs: number): void {
		if (visibleAtMs > this.latestVisibleAtMs) this.latestVisibleAtMs = visibleAtMs;
	}
}

/** A log that holds exactly these events, in order of creation. */
export function createEventLog(events: readonly EventRecord[] = []): EventLog {
	const log = new EventLog();
	const oldestFirst = [...events].sort((one, other) => one.createdAtMs - other.createdAtMs);
	for (const event of oldestFirst) log.append(event);
	return log;
}
