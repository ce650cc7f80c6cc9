import type { TriggerSource } from '../events/filters';
import { type JsonObject, isJsonObject, memberOf } from '../json/jsonValues';
import type { ServiceProfile } from '../reading/profile';
import { ConsumedEvents } from './cursor/consumedEvents';
import type { Cursor } from './cursor/cursor';
import { hasIntegers } from './stages/batch';
import { type BurstMemory, isBurstMemory } from './stages/burst';
import { type GapMemory, isGapMemory } from './stages/gap';
import { type HeartbeatMemory, isHeartbeatMemory } from './stages/heartbeat';
import { type RedeliveryMemory, isRedeliveryMemory } from './stages/redelivery';
import { type SuppressionMemory, isSuppressionMemory } from './stages/suppression';

/** What stages remember from poll to poll, each for itself. */
export type StageMemories = {
	readonly burst?: BurstMemory;
	readonly suppression?: SuppressionMemory;
	readonly redelivery?: RedeliveryMemory;
	readonly heartbeat?: HeartbeatMemory;
	readonly gap?: GapMemory;
};

/** Which log it is, and how its service gives its pages. */
export type ServiceState = {
	/** Tells logs apart, as `EventLogClient.logScope` does. */
	readonly logScope: string;
	/** Each `org_id` of the events read so far, a long one as its digest. */
	readonly organizations: readonly string[];
	/** List and Feed may serve their pages differently. */
	readonly source: TriggerSource;
	readonly profile: ServiceProfile;
	/** Whether the last poll that read the log to its end saw nothing that is remembered. */
	readonly showsNothingKnown?: true;
};

/** How far the log is consumed; times are epoch milliseconds. */
export type CursorState = {
	readonly watermarkMs: number;
	readonly floorMs: number;
	/** As `ConsumedEvents` encodes them. */
	readonly consumed: string;
	/** Up to when all of the log was surely read, where that is much later than the watermark; else 0. */
	readonly readToMs: number;
	/** Which start date it began from, as `TriggerSettings.startMark` tells them apart. */
	readonly startMark: string;
};

/** What the trigger remembers between polls, as n8n stores it: plain JSON, at most 64 KiB. */
export type TriggerState = {
	readonly version: 2;
	readonly cursor: CursorState;
	readonly service: ServiceState;
	readonly stages: StageMemories;
};

/** Characters for all that is remembered of events, so that the whole state stays below 64 KiB. */
const MAX_REMEMBERED_LENGTH = 63_600;
/** What alerts that hold others back have of these for certain. They may have what ids leave of the rest. */
const SUPPRESSION_SHARE = 8_000;

/** How a cursor is stored. */
export interface StoredCursor {
	readonly floorMs: number;
	readonly consumed: string;
	/** Where more ids than fit fall into the window: since when late events are still noticed. */
	readonly windowShrunkToMs?: number;
	/** What is left for the stages, in characters. */
	readonly roomLength: number;
}

/** A cursor as it is stored, its window shrunk where its ids don't fit beside the share of what stages remember. */
export function storeCursor({ floorMs, consumed }: Cursor, suppresses: boolean): StoredCursor {
	const share = suppresses ? SUPPRESSION_SHARE : 0;
	const { encoded, completeFromMs } = consumed.encode(MAX_REMEMBERED_LENGTH - share);
	return {
		floorMs: Math.max(floorMs, completeFromMs),
		consumed: encoded,
		roomLength: MAX_REMEMBERED_LENGTH - encoded.length,
		...(completeFromMs > floorMs && { windowShrunkToMs: completeFromMs }),
	};
}

export function cursorOf({ cursor: { watermarkMs, floorMs, consumed } }: TriggerState): Cursor {
	return {
		watermarkMs,
		floorMs,
		consumed: ConsumedEvents.decode(consumed) ?? ConsumedEvents.none(),
	};
}

/** As `EventLogClient.logScope` is written; anything else is not another log but damage. */
const LOG_SCOPE = /^[0-9a-f]{16}$/;
const ORDERS: readonly unknown[] = ['asked', 'newestFirst', 'none', undefined];

/** Whether a stored value is a state that this version wrote, whole and unharmed. */
export function isTriggerState(value: unknown): value is TriggerState {
	return (
		isJsonObject(value) &&
		value.version === 2 &&
		isCursorState(value.cursor) &&
		isServiceState(value.service) &&
		isJsonObject(value.stages) &&
		areMemories(value.stages)
	);
}

function isCursorState(value: unknown): value is CursorState {
	const consumed = memberOf(value, 'consumed');
	return (
		hasIntegers(value, 'watermarkMs', 'floorMs', 'readToMs') &&
		typeof memberOf(value, 'startMark') === 'string' &&
		typeof consumed === 'string' &&
		consumed.length <= MAX_REMEMBERED_LENGTH &&
		ConsumedEvents.decode(consumed) !== undefined
	);
}

function isServiceState(value: unknown): value is ServiceState {
	if (!isJsonObject(value)) return false;
	const { logScope, organizations, source, profile } = value;
	return (
		typeof logScope === 'string' &&
		LOG_SCOPE.test(logScope) &&
		Array.isArray(organizations) &&
		organizations.every((organization) => typeof organization === 'string') &&
		(source === 'feed' || source === 'list') &&
		hasIntegers(profile, 'longestPage') &&
		ORDERS.includes(memberOf(profile, 'order'))
	);
}

function areMemories({ burst, suppression, redelivery, heartbeat, gap }: JsonObject): boolean {
	return (
		(burst === undefined || isBurstMemory(burst)) &&
		(suppression === undefined || isSuppressionMemory(suppression)) &&
		(redelivery === undefined || isRedeliveryMemory(redelivery)) &&
		(heartbeat === undefined || isHeartbeatMemory(heartbeat)) &&
		(gap === undefined || isGapMemory(gap))
	);
}
