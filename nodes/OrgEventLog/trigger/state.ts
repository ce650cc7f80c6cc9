import type { Source } from '../events/event';
import { hasIntegers, isJsonObject, memberOf } from '../json/jsonValues';
import type { ServiceProfile } from '../reading/profile';
import { describeTime } from '../text/times';
import { ConsumedEvents } from './cursor/consumedEvents';
import type { Cursor } from './cursor/cursor';
import type { Gap } from './stages/alert';
import type { HeartbeatMemory } from './stages/heartbeat';
import type { RedeliveryMemory } from './stages/redelivery';
import type { SuppressionMemory } from './stages/suppression';

export type StageMemories = {
	readonly suppression?: SuppressionMemory;
	readonly redelivery?: RedeliveryMemory;
	readonly heartbeat?: HeartbeatMemory;
	/** The next delivery has to tell this gap. */
	readonly gap?: Gap;
};

/** It names the log that was read, and tells how its service gives its pages. */
export type ServiceState = {
	/** Tells logs apart, as `EventLogClient.logScope` does. */
	readonly logScope: string;
	/** List and Feed may serve their pages differently. */
	readonly source: Source;
	readonly profile: ServiceProfile;
	/** The events read so far have these `org_id`s. */
	readonly organizations: readonly string[];
	/** The last poll read the log to its end, and saw neither new nor consumed events. */
	readonly sawNothingKnown: boolean;
};

/** The cursor as it is stored; times are epoch milliseconds. */
export type CursorState = Pick<Cursor, 'watermarkMs' | 'floorMs' | 'lateReadToMs'> & {
	/** `ConsumedEvents` has encoded them. */
	readonly consumed: string;
	/** The log was all read up to then. Without its hourly renewal, a long quiet time would look like a gap. */
	readonly completeToMs: number;
	/** The trigger began from a date with this `startDateHash`. */
	readonly startMark: string;
};

/** A state of another version is refused: it says what was consumed, so it is neither guessed at nor thrown away. */
export const STATE_VERSION = 4;

/** n8n stores it as plain JSON, with these names. It has to stay below 64 KiB. */
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

/**
 * Fits a cursor into the state: its floor rises, with a warning, if its ids don't fit beside the share of suppression,
 * which gets what they leave free.
 */
export function fitCursor({ floorMs, consumed }: Cursor, hasSuppression: boolean) {
	const share = hasSuppression ? MIN_SUPPRESSION_LENGTH : 0;
	const { encoded, encodedFromMs } = consumed.encode(MAX_REMEMBERED_LENGTH - share);
	const warning = `The Late Event Window has more events than the trigger can remember. Events dated before ${describeTime(encodedFromMs)} are not delivered if they appear late`;
	return {
		floorMs: Math.max(floorMs, encodedFromMs),
		consumed: encoded,
		freeCharacters: MAX_REMEMBERED_LENGTH - encoded.length,
		warning: encodedFromMs > floorMs ? warning : undefined,
	};
}

export function cursorOf({ cursor: { consumed, ...others } }: TriggerState): Cursor {
	return { ...others, consumed: ConsumedEvents.decode(consumed) ?? ConsumedEvents.empty() };
}

/** Gives true if this version wrote the stored value, as far as its version, its log and its cursor tell. */
export function isTriggerState(value: unknown): value is TriggerState {
	if (!isJsonObject(value) || value.version !== STATE_VERSION) return false;
	const { cursor, service, stages } = value;
	const consumed = memberOf(cursor, 'consumed');
	return (
		hasIntegers(cursor, 'watermarkMs', 'floorMs', 'completeToMs') &&
		typeof consumed === 'string' &&
		ConsumedEvents.decode(consumed) !== undefined &&
		typeof memberOf(service, 'logScope') === 'string' &&
		isJsonObject(memberOf(service, 'profile')) &&
		isJsonObject(stages)
	);
}
