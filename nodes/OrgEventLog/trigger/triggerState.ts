import { isJsonObject } from '../json/jsonValues';
import { ConsumedEvents } from './consumedEvents';
import type { Cursor } from './cursor';
import { type EncodedAlerts, GivenAlerts } from './givenAlerts';

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
	/** The length of the longest page seen: a shorter one holds all there is, until shown otherwise. */
	readonly pageCap: number;
	/** When that was last seen to hold, by the host's clock, epoch milliseconds. */
	readonly pageCapSeenAtMs: number;
	/** Which alerts hold others back, as `GivenAlerts` encodes them, where that is wanted. */
	readonly alerts?: string;
};

/** Characters for consumed events and given alerts, so that the whole state stays below 64 KiB. */
const MAX_REMEMBERED_LENGTH = 64_000;
/** Of these, what alerts have for certain. They may have what consumed events leave of the rest. */
const ALERTS_SHARE = 8_000;

function isTime(value: unknown): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value);
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
		isTime(state.pageCapSeenAtMs) &&
		isRemembered(state.consumed, state.alerts ?? '')
	);
}

function isRemembered(consumed: unknown, alerts: unknown): boolean {
	return (
		typeof consumed === 'string' &&
		typeof alerts === 'string' &&
		consumed.length + alerts.length <= MAX_REMEMBERED_LENGTH &&
		ConsumedEvents.decode(consumed) !== undefined &&
		GivenAlerts.decode(alerts) !== undefined
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

/** The state with another cursor, its window shrunk where its ids don't fit. */
export function withCursor(state: Omit<TriggerState, keyof Cursor>, cursor: Cursor): StoredCursor {
	const { encoded, completeFromMs } = cursor.consumed.encode(
		MAX_REMEMBERED_LENGTH - (state.alerts === undefined ? 0 : ALERTS_SHARE),
	);
	const { watermarkMs, floorMs } = cursor;
	return {
		state: { ...state, watermarkMs, floorMs: Math.max(floorMs, completeFromMs), consumed: encoded },
		...(completeFromMs > floorMs && { windowShrunkToMs: completeFromMs }),
	};
}

export interface StoredAlerts extends Pick<EncodedAlerts, 'forgottenToMs'> {
	readonly state: TriggerState;
}

/**
 * The state with these alerts as far as they have room; without any where none are to be remembered.
 */
export function withAlerts(
	state: TriggerState,
	alerts: GivenAlerts | undefined,
	withinMs: number,
): StoredAlerts {
	if (alerts === undefined) {
		return { state: state.alerts === undefined ? state : { ...state, alerts: undefined } };
	}
	const { encoded, forgottenToMs } = alerts.encode({
		fromMs: state.floorMs,
		withinMs,
		maxLength: MAX_REMEMBERED_LENGTH - state.consumed.length,
		maxLengthOfNumbers: ALERTS_SHARE,
	});
	return { state: { ...state, alerts: encoded }, forgottenToMs };
}
