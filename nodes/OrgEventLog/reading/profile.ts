import type { Order, RequestedOrder } from '../api/page';
import type { NextWindow } from './windows';

/** A service serves the order that is asked for, the newest first only, or none that can be relied on. */
export type ServedOrder = 'asked' | 'newestFirst' | 'none';

/** Pages have shown how a service sorts and cuts them. The profile outlives the read, so it is plain JSON. */
export interface ServiceProfile {
	/** Absent as long as nothing tells the order, as in an empty log or one of a single instant. */
	readonly order?: ServedOrder;
	/** What was answered until the order is learned: a quota may let no read get further. */
	readonly answers?: Readonly<Record<string, PageTimes | undefined>>;
	/** Set if `order` has no effect in capitals. */
	readonly letterCase?: 'lower';
	/** Entries of the longest page so far. */
	readonly longestPage: number;
	/** Bounds up to this time were refused, as older than the service keeps, and are left out; epoch milliseconds. */
	readonly refusedAfterMs?: number;
	/** A poll took a short page of this length for the end; `provenAtMs` tells when nothing stood behind it, epoch milliseconds. */
	readonly lastEnd?: { readonly entries: number; readonly provenAtMs?: number };
	/** Set if the log is read in windows, against the order that is served. */
	readonly nextWindow?: NextWindow;
	/** Set as `nextWindow` is, for ranges that end at the watermark, where events are denser. */
	readonly nextWindowToWatermark?: NextWindow;
}

export const UNKNOWN_PROFILE: ServiceProfile = { longestPage: 0 };

/** Writes an order as the service wants it. */
export function toWritten(order: Order, { letterCase }: ServiceProfile): RequestedOrder {
	if (letterCase === undefined) return order;
	return order === 'ASC' ? 'asc' : 'desc';
}

/** Times of the first and the last event of a page, epoch milliseconds. */
export interface PageTimes {
	readonly firstMs: number;
	readonly lastMs: number;
	/** Number of events that are older than the first one. */
	readonly olderCount: number;
	/** True if none of its events is newer than the one before it. */
	readonly isFalling: boolean;
}
