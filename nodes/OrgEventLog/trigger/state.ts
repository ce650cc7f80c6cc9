import { LOG_SCOPE_LENGTH } from '../api/client';
import type { Source } from '../events/event';
import { type JsonObject, hasIntegers, isJsonObject, memberOf } from '../json/jsonValues';
import type { ServiceProfile } from '../reading/profile';
import { ConsumedEvents } from './cursor/consumedEvents';
import type { Cursor } from './cursor/cursor';
import { type BurstMemory, isBurstMemory } from './stages/burst';
import { type GapMemory, isGapMemory } from './stages/gap';
import { type HeartbeatMemory, isHeartbeatMemory } from './stages/heartbeat';
import { type RedeliveryMemory, isRedeliveryMemory } from './stages/redelivery';
import { type SuppressionMemory, isSuppressionMemory } from './stages/suppression';

/** Each stage remembers for itself. */
export type StageMemories = {
	readonly burst?: BurstMemory;
	readonly suppression?: SuppressionMemory;
	readonly redelivery?: RedeliveryMemory;
	readonly heartbeat?: HeartbeatMemory;
	readonly gap?: GapMemory;
};

/** The log that was read, and how its service gives its pages. */
export type ServiceState = {
	/** Tells logs apart, as `EventLogClient.logScope` does. */
	readonly logScope: string;
	/** Each `org_id` of the events read so far; a long one is kept as its digest. */
	readonly organizations: readonly string[];
	/** List and Feed may serve their pages differently. */
	readonly source: Source;
	readonly profile: ServiceProfile;
	/** True if the last poll that read the log to its end saw nothing that is remembered. */
	readonly showsNothingKnown?: true;
};

/** The part of the state that polls teach even if they fail. */
export type LearnedService = Pick<ServiceState, 'logScope' | 'source' | 'profile'>;

/** The cursor as it is stored; times are epoch milliseconds. */
export type CursorState = {
	readonly watermarkMs: number;
	readonly floorMs: number;
	/** `ConsumedEvents` has encoded them. */
	readonly consumed: string;
	/** The next poll goes on from here with the late-event window, as `Cursor` says. */
	readonly lateReadToMs?: number;
	/** The log was all read up to then; renewed about once an hour: a log without events would else look like a gap. */
	readonly completeToMs: number;
	/** The start date that the trigger began from, as `TriggerSettings.startMark` has it. */
	readonly startMark: string;
};

/** A state of another version is refused: it is somebody's position, so it is neither guessed at nor thrown away. */
export const STATE_VERSION = 3;

/** Plain JSON, which n8n stores; it has to stay below 64 KiB. */
export type TriggerState = {
	readonly version: typeof STATE_VERSION;
	readonly cursor: CursorState;
	readonly service: ServiceState;
	readonly stages: StageMemories;
};

/** All that is remembered of events may take this many characters, so that the state stays below 64 KiB. */
const MAX_REMEMBERED_LENGTH = 63_600;
/** Suppression gets at least this many of them, and what the ids leave unused. */
const MIN_SUPPRESSION_LENGTH = 8_000;

/** The encoded ids, the floor that they reach down to, and the room that they leave. */
export interface FittedCursor {
	readonly floorMs: number;
	readonly consumed: string;
	/** Set if the late-event window has more ids than the state holds: late events before this time go unnoticed. */
	readonly lateEventWindowShrunkToMs?: number;
	/** The stages may use this many characters. */
	readonly freeCharacters: number;
}

/** Fits a cursor into the state: its floor rises if its ids don't fit beside the share of the stages. */
export function fitCursor({ floorMs, consumed }: Cursor, suppresses: boolean): FittedCursor {
	const share = suppresses ? MIN_SUPPRESSION_LENGTH : 0;
	const { encoded, completeFromMs } = consumed.encode(MAX_REMEMBERED_LENGTH - share);
	return {
		floorMs: Math.max(floorMs, completeFromMs),
		consumed: encoded,
		freeCharacters: MAX_REMEMBERED_LENGTH - encoded.length,
		...(completeFromMs > floorMs && { lateEventWindowShrunkToMs: completeFromMs }),
	};
}

export function cursorOf({ cursor }: TriggerState): Cursor {
	const { watermarkMs, floorMs, consumed, lateReadToMs } = cursor;
	return {
		...{ watermarkMs, floorMs, lateReadToMs },
		consumed: ConsumedEvents.decode(consumed) ?? ConsumedEvents.none(),
	};
}

/** `EventLogClient.logScope` is written like this: anything else is not another log but damage. */
const LOG_SCOPE = new RegExp(`^[0-9a-f]{${LOG_SCOPE_LENGTH}}$`);
const ORDERS: readonly unknown[] = ['asked', 'newestFirst', 'none', undefined];

/**
 * True if a stored value looks like a state that this version wrote. Of the profile only the longest page and the
 * order are checked.
 */
export function isTriggerState(value: unknown): value is TriggerState {
	return (
		isJsonObject(value) &&
		value.version === STATE_VERSION &&
		isCursorState(value.cursor) &&
		isServiceState(value.service) &&
		isJsonObject(value.stages) &&
		areMemories(value.stages)
	);
}

function isCursorState(value: unknown): value is CursorState {
	const consumed = memberOf(value, 'consumed');
	return (
		hasIntegers(value, 'watermarkMs', 'floorMs', 'completeToMs') &&
		(memberOf(value, 'lateReadToMs') === undefined || hasIntegers(value, 'lateReadToMs')) &&
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
