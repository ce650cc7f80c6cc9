import type { TriggerSource } from '../../events/filters';
import { isJsonObject, memberOf } from '../../json/jsonValues';
import { ConsumedEvents } from './consumedEvents';
import type { Cursor } from './cursor';
import { type EncodedAlerts, DeliveredAlerts } from './deliveredAlerts';

/** What the log may have lost before it was read; epoch milliseconds. */
export type Gap = {
	/** Up to there everything was read. */
	readonly fromMs: number;
	/** Of the log's oldest event. */
	readonly toMs: number;
};

/** What is remembered for signs of life; times are epoch milliseconds. */
export type Signs = {
	/** When something was delivered last, or the trigger began. */
	readonly sinceMs: number;
	/** When there was a sign of life last: that, or a heartbeat. */
	readonly toldMs: number;
	/** How many polls have delivered nothing since. */
	readonly polls: number;
	/** How much older than the newest event known before it one was that came late, at most. */
	readonly maxLateMs: number;
};

/**
 * The last delivery, as the state keeps it until the next one: n8n saves the state before it has made
 * an execution of it, and may have been killed in between.
 */
export type LastDelivery = {
	/** Ids of n8n's processes that it was delivered to, newest last: one that lives has made an execution. */
	readonly processes: readonly string[];
	/** No event of it is older. */
	readonly fromMs: number;
	/** Its events from `idsFromMs` on, as `ConsumedEvents` encodes them. */
	readonly ids: string;
	/** Everything consumed before that counts for part of it, from `fromMs` on. */
	readonly idsFromMs: number;
	/** Up to where the newest process has repeated it, where that took more than a poll. */
	readonly repeatedToMs?: number;
};

/** What the trigger remembers between polls, as n8n stores it: plain JSON, at most 64 KiB. */
export type TriggerState = {
	readonly version: 1;
	/** Which log it belongs to (no secret in it). */
	readonly logScope: string;
	/** Each `org_id` of the events read so far, a long one as its digest. */
	readonly organizations: readonly string[];
	readonly watermarkMs: number;
	readonly floorMs: number;
	/** The cursor's consumed events, as `ConsumedEvents` encodes them. */
	readonly consumed: string;
	/** The length of the longest page seen, or at which pages were last seen to be cut: a shorter one holds all there is. */
	readonly pageCap: number;
	/** Whose pages these were: List and Feed may cut theirs at different lengths. */
	readonly source: TriggerSource;
	/** Which alerts hold others back, as `DeliveredAlerts` encodes them, where that is wanted. */
	readonly alerts?: string;
	/** What may have to be delivered once more. */
	readonly handOver?: LastDelivery;
	/** Which start date it began from, as `TriggerSettings.startMark` tells them apart. */
	readonly startMark?: string;
	/** Up to when all of the log was surely read, where that is much later than the watermark. */
	readonly readToMs?: number;
	/** Whether the log then still showed something that is remembered. */
	readonly reachedBack?: boolean;
	/** What the next delivery has to tell of. */
	readonly gap?: Gap;
	/** For signs of life, where they are wanted. */
	readonly signs?: Signs;
};

/** Characters for all that is remembered of events, so that the whole state stays below 64 KiB. */
const MAX_REMEMBERED_LENGTH = 63_600;
/** What the last delivery has of these for certain. It may have what the others leave of the rest. */
const DELIVERY_SHARE = 4_000;
/** What a trigger is to remember beside consumed events, and its share: alerts have 8,000 beside that of the delivery. */
const SHARES = { nothing: 0, delivery: DELIVERY_SHARE, alerts: 8_000 + DELIVERY_SHARE };
export type AlsoRemembered = keyof typeof SHARES;

function isTime(value: unknown): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value);
}

/** Whether these members of a value that may be missing are times or other whole numbers. */
function hasTimes(value: unknown, ...names: readonly string[]): boolean {
	return value === undefined || names.every((name) => isTime(memberOf(value, name)));
}

/** Whether a stored value is a state that this version wrote, whole and unharmed. */
export function isTriggerState(value: unknown): value is TriggerState {
	if (!isJsonObject(value)) return false;
	const state: Partial<Record<keyof TriggerState, unknown>> = value;
	return (
		state.version === 1 &&
		typeof state.logScope === 'string' &&
		Array.isArray(state.organizations) &&
		state.organizations.every((organization) => typeof organization === 'string') &&
		hasTimes(state, 'watermarkMs', 'floorMs', 'pageCap') &&
		(state.source === 'feed' || state.source === 'list') &&
		(state.startMark === undefined || typeof state.startMark === 'string') &&
		(state.readToMs === undefined || isTime(state.readToMs)) &&
		(state.reachedBack === undefined || typeof state.reachedBack === 'boolean') &&
		hasTimes(state.gap, 'fromMs', 'toMs') &&
		hasTimes(state.signs, 'sinceMs', 'toldMs', 'polls', 'maxLateMs') &&
		(state.handOver === undefined || isLastDelivery(state.handOver)) &&
		isRemembered(state.consumed, state.alerts ?? '', memberOf(state.handOver, 'ids') ?? '')
	);
}

function isRemembered(consumed: unknown, alerts: unknown, delivered: unknown): boolean {
	return (
		typeof consumed === 'string' &&
		typeof alerts === 'string' &&
		typeof delivered === 'string' &&
		consumed.length + alerts.length + delivered.length <= MAX_REMEMBERED_LENGTH &&
		ConsumedEvents.decode(consumed) !== undefined &&
		ConsumedEvents.decode(delivered) !== undefined &&
		DeliveredAlerts.decode(alerts) !== undefined
	);
}

function isLastDelivery(value: unknown): value is LastDelivery {
	if (!isJsonObject(value)) return false;
	const { processes, fromMs, ids, idsFromMs, repeatedToMs = fromMs } = value;
	return (
		Array.isArray(processes) &&
		processes.every((id) => typeof id === 'string' && id.length <= 64) &&
		typeof ids === 'string' &&
		[fromMs, idsFromMs, repeatedToMs].every(isTime)
	);
}

export function cursorOf({ watermarkMs, floorMs, consumed }: TriggerState): Cursor {
	return {
		watermarkMs,
		floorMs,
		consumed: ConsumedEvents.decode(consumed) ?? ConsumedEvents.none(),
	};
}

export interface StoredCursor {
	readonly state: TriggerState;
	/** Where more ids than fit fall into the window: since when late events are still noticed. */
	readonly windowShrunkToMs?: number;
}

/** The state with another cursor, its window shrunk where its ids don't fit beside the shares of the rest. */
export function withCursor(
	state: Omit<TriggerState, keyof Cursor>,
	{ watermarkMs, floorMs, consumed }: Cursor,
	alsoRemembered: AlsoRemembered = 'nothing',
): StoredCursor {
	const { encoded, completeFromMs } = consumed.encode(
		MAX_REMEMBERED_LENGTH - SHARES[alsoRemembered],
	);
	return {
		state: { ...state, watermarkMs, floorMs: Math.max(floorMs, completeFromMs), consumed: encoded },
		...(completeFromMs > floorMs && { windowShrunkToMs: completeFromMs }),
	};
}

export interface StoredAlerts extends Omit<EncodedAlerts, 'encoded'> {
	readonly state: TriggerState;
}

/** The state with these alerts as far as they have room. */
export function withAlerts(
	state: TriggerState,
	alerts: DeliveredAlerts,
	withinMs: number,
): StoredAlerts {
	const maxLength = MAX_REMEMBERED_LENGTH - DELIVERY_SHARE - state.consumed.length;
	const { encoded, ...forgotten } = alerts.encode(state.floorMs - withinMs, maxLength);
	return { state: { ...state, alerts: encoded }, ...forgotten };
}

/** How much of a state is left for the ids of the last delivery; in characters. */
export function lengthLeft({ consumed, alerts = '' }: TriggerState): number {
	return MAX_REMEMBERED_LENGTH - consumed.length - alerts.length;
}
