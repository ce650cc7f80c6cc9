import type { TriggerSource } from '../events/filters';
import { isJsonObject, memberOf } from '../json/jsonValues';
import { ConsumedEvents } from './consumedEvents';
import type { Cursor } from './cursor';
import { type EncodedAlerts, DeliveredAlerts } from './deliveredAlerts';
import type { Gap } from './gap';
import { type Delivery, type HandOver, MAX_MARKS_LENGTH, isHandOver } from './lastDelivery';
import type { Signs } from './heartbeat';

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
	readonly handOver?: HandOver;
	/** Which start date it began from, as `TriggerSettings.startMark` tells them apart. */
	readonly startMark?: string;
	/** Up to when all of the log was surely read, where that is much later than the watermark. */
	readonly readToMs?: number;
	/** What the next delivery has to tell of. */
	readonly gap?: Gap;
	/** For signs of life, where they are wanted. */
	readonly signs?: Signs;
};

/** Characters for all that is remembered of events, so that the whole state stays below 64 KiB. */
const MAX_REMEMBERED_LENGTH = 63_600;
/** Of these, what alerts have for certain. They may have what consumed events leave of the rest. */
const ALERTS_SHARE = 8_000;
/** And what the last delivery has. It may have what the others leave of the rest. */
const HAND_OVER_SHARE = 4_000;

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
		isTime(state.watermarkMs) &&
		isTime(state.floorMs) &&
		isTime(state.pageCap) &&
		(state.source === 'feed' || state.source === 'list') &&
		(state.startMark === undefined || typeof state.startMark === 'string') &&
		(state.readToMs === undefined || isTime(state.readToMs)) &&
		hasTimes(state.gap, 'fromMs', 'toMs') &&
		hasTimes(state.signs, 'sinceMs', 'toldMs', 'polls', 'maxLateMs') &&
		(state.handOver === undefined || isHandOver(state.handOver)) &&
		isRemembered(state.consumed, state.alerts ?? '', state.handOver)
	);
}

function isRemembered(consumed: unknown, alerts: unknown, handOver?: HandOver): boolean {
	return (
		typeof consumed === 'string' &&
		typeof alerts === 'string' &&
		consumed.length + alerts.length + lengthOf(handOver) <= MAX_REMEMBERED_LENGTH &&
		ConsumedEvents.decode(consumed) !== undefined &&
		DeliveredAlerts.decode(alerts) !== undefined
	);
}

function lengthOf(handOver: HandOver | undefined): number {
	if (handOver === undefined) return 0;
	return handOver.others.length + handOver.marks.length;
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

/** What is left for consumed events beside a share for whatever else is remembered. */
function lengthForConsumed({
	alerts,
	handOver,
}: Pick<TriggerState, 'alerts' | 'handOver'>): number {
	if (alerts !== undefined) return MAX_REMEMBERED_LENGTH - ALERTS_SHARE - HAND_OVER_SHARE;
	return MAX_REMEMBERED_LENGTH - (handOver === undefined ? 0 : HAND_OVER_SHARE);
}

/** The state with another cursor, its window shrunk where its ids don't fit. */
export function withCursor(state: Omit<TriggerState, keyof Cursor>, cursor: Cursor): StoredCursor {
	const { encoded, completeFromMs } = cursor.consumed.encode(lengthForConsumed(state));
	const { watermarkMs, floorMs } = cursor;
	return {
		state: { ...state, watermarkMs, floorMs: Math.max(floorMs, completeFromMs), consumed: encoded },
		...(completeFromMs > floorMs && { windowShrunkToMs: completeFromMs }),
	};
}

export interface StoredAlerts extends Omit<EncodedAlerts, 'encoded'> {
	readonly state: TriggerState;
}

/**
 * The state with these alerts as far as they have room; without any where none are to be remembered.
 */
export function withAlerts(
	state: TriggerState,
	alerts: DeliveredAlerts | undefined,
	withinMs: number,
): StoredAlerts {
	if (alerts === undefined) {
		return {
			state: state.alerts === undefined ? state : { ...state, alerts: undefined },
			forgottenNumbers: 0,
		};
	}
	const { encoded, ...forgotten } = alerts.encode({
		fromMs: state.floorMs,
		withinMs,
		maxLength: MAX_REMEMBERED_LENGTH - HAND_OVER_SHARE - state.consumed.length,
		maxLengthOfNumbers: ALERTS_SHARE,
	});
	return { state: { ...state, alerts: encoded }, ...forgotten };
}

/**
 * The state with a delivery that may have to be repeated, its window shrunk where both don't fit.
 * Where not all that is not of the delivery can be remembered, the oldest of it may be repeated, too.
 *
 * @param deliveryAt the delivery beside the state's cursor, for a floor that it may have then
 */
export function withHandOver(
	state: TriggerState,
	deliveryAt: (floorMs: number) => Delivery,
	{ processes, repeatedToMs }: Pick<HandOver, 'processes' | 'repeatedToMs'>,
): StoredCursor {
	const none: HandOver = { processes, fromMs: 0, others: '', marks: '' };
	const isTooLong = state.consumed.length > lengthForConsumed({ ...state, handOver: none });
	const stored = isTooLong ? withCursor({ ...state, handOver: none }, cursorOf(state)) : { state };
	const { floorMs, consumed, alerts = '' } = stored.state;
	const { fromMs, others, delivered } = deliveryAt(floorMs);
	const places = MAX_REMEMBERED_LENGTH - MAX_MARKS_LENGTH - consumed.length - alerts.length;
	const handOver: HandOver = {
		processes,
		fromMs,
		others: others.encode(places).encoded,
		marks: delivered.marksIn(consumed),
		...(repeatedToMs !== undefined && { repeatedToMs }),
	};
	return { ...stored, state: { ...stored.state, handOver } };
}

export function withoutHandOver(state: TriggerState): TriggerState {
	const { handOver, ...rest } = state;
	return handOver === undefined ? state : rest;
}
