import type { IDataObject } from 'n8n-workflow';
import { toOutcome } from '../errors/failure';
import { type LoggedEvent, displayIdOf } from '../events/event';
import type { TriggerSettings } from '../parameters/parseTriggerSettings';
import { MINUTE_MS, toIsoTime } from '../text/times';
import { isNew } from './cursor/cursor';
import type { Emit } from './emits/emit';
import { toItems } from './emits/emitTable';
import { describeGap, findGap } from './findGap';
import { readLookback } from './readLookback';
import { type PollStart, startAnew, startFromState } from './pollStart';
import { type PollReading, NewEventsReader } from './readNewEvents';
import { toAlert } from './stages/alert';
import { decideHeartbeat } from './stages/heartbeat';
import { rememberDelivery } from './stages/redelivery';
import { suppressRepeats } from './stages/suppression';
import { type CursorState, STATE_VERSION, type TriggerState, fitCursor } from './state';
import { MAX_ORGANIZATIONS, haveNoneInCommon } from './organizations';
import type { PolledLog } from './polledLog';

/** `completeToMs` is renewed after this time. It is less than an hour, so that each hourly poll renews it. */
const RENEWED_AFTER_MS = 55 * MINUTE_MS;

export interface PollInput {
	readonly log: PolledLog;
	readonly settings: TriggerSettings;
	readonly emit: Emit;
	/** A scope other than the state's starts the trigger anew. */
	readonly logScope: string;
	/** Reading ends once the poll has gone on for this long. */
	readonly maxReadingMs: number;
	/** It is undefined if n8n saves the state together with the execution, so that no delivery is ever in doubt. */
	readonly processId: string | undefined;
}

export interface PollResult {
	readonly items: readonly IDataObject[];
	readonly state: TriggerState;
	/** These go to n8n's log. */
	readonly warnings: readonly string[];
	/** Reading ended at Max Events per Poll or at its time: more may be waiting for the next poll. */
	readonly hasReachedLimit: boolean;
}

/**
 * Polls once: gives the items for the workflow, and the state to keep next. It changes nothing but what the log has learned.
 *
 * @throws EventLogFailure if nothing could be consumed, or the lookback can't be read; the kept state then still holds
 */
export async function poll(
	input: PollInput,
	keptState: TriggerState | undefined,
): Promise<PollResult> {
	const { log, settings, logScope } = input;
	if (keptState !== undefined && keptState.service.logScope !== logScope)
		return await beginInOtherLog(input);
	const start = keptState ? startFromState(keptState, input) : await startAnew(log, settings);
	const { organizations = [], sawNothingKnown = false } = keptState?.service ?? {};
	const reading =
		start.baseline ?? (await new NewEventsReader(input, start.startCursor, sawNothingKnown).read());
	// The credential may meanwhile open the log of another organization on the same host.
	if (!reading.hasSeenConsumed && haveNoneInCommon(organizations, reading.organizations))
		return await beginInOtherLog(input);
	return await runStages(input, keptState, start, reading);
}

async function beginInOtherLog(input: PollInput): Promise<PollResult> {
	const result = await poll(input, undefined);
	const warning =
		"The credential now opens another log. The trigger starts there as 'Start From' says";
	return { ...result, warnings: [warning, ...result.warnings] };
}

/** Each stage hands on what it makes of the alerts, and remembers what it needs for the next poll. */
async function runStages(
	input: PollInput,
	keptState: TriggerState | undefined,
	{ startCursor, keptCursor, redeliveryEndMs = -Infinity }: PollStart,
	reading: PollReading,
): Promise<PollResult> {
	const { log, settings, emit, processId } = input;
	const { stages = {} } = keptState ?? {};
	const fittedCursor = fitCursor(reading.cursor, settings.suppressRepeatsMs > 0);
	const foundGap = keptState && (await findGap(keptState, reading, log));
	const newGap = foundGap === 'undetermined' ? undefined : foundGap;
	// While a delivery comes again, all events up to its end count as given to n8n before.
	const { repeatedToMs = -Infinity } = stages.redelivery ?? {};
	const mayHaveBeenDelivered = (event: LoggedEvent) =>
		event.createdAtMs <= repeatedToMs || !isNew(keptCursor, event);
	const foundAlerts = reading.matching.map((event) => toAlert(event, mayHaveBeenDelivered(event)));
	const lookback = await readLookback(input, startCursor, foundAlerts[0]);

	const gatheredAlerts = emit.grouping?.gather(foundAlerts, lookback.events) ?? foundAlerts;
	const { suppression: memory } = stages;
	const [alerts, suppression] = suppressRepeats(gatheredAlerts, memory, settings, fittedCursor);
	const isRepeatedInPart = !reading.isAllRead && reading.cursor.watermarkMs <= redeliveryEndMs;
	const redelivery = rememberDelivery(
		alerts,
		stages.redelivery,
		settings,
		processId,
		isRepeatedInPart ? redeliveryEndMs : undefined,
	);
	const oldestNew = foundAlerts.find(({ isRedelivered }) => !isRedelivered);
	const latenessMs = keptCursor.watermarkMs - (oldestNew?.event.createdAtMs ?? Infinity);
	const times = { presentMs: log.getPresentMs(), latenessMs };
	const [heartbeat, heartbeatMemory] = decideHeartbeat(alerts, stages.heartbeat, settings, times);
	const newestEvent = heartbeat && (await readNewest(reading, log));
	const gap = newGap ?? stages.gap;
	const batch = { alerts, heartbeat: heartbeat && { ...heartbeat, newestEvent }, gap };
	const items = toItems(batch, emit, settings);

	const malformed = log.malformed.describe();
	const isAllAccountedFor = reading.isAllRead && foundGap !== 'undetermined';
	const pendingGap = items.length > 0 ? undefined : gap;
	return {
		items,
		state: {
			...toState(reading, fittedCursor, isAllAccountedFor, input, keptState),
			stages: { suppression, redelivery, heartbeat: heartbeatMemory, gap: pendingGap },
		},
		warnings: [
			...[fittedCursor.warning, lookback.warning, newGap && describeGap(newGap)],
			reading.failure &&
				`The poll could not read on, and delivers what it had read. The rest follows with the next poll. ${reading.failure.message}`,
			// Each poll that meets them says so: nothing remembers that they were told.
			malformed && `${malformed}. Such records are not delivered`,
		].filter((text) => typeof text === 'string'),
		hasReachedLimit: !reading.isAllRead && reading.failure === undefined,
	};
}

/** Gives null if not all is read, or the newest event can't be read: the heartbeat then comes without it. */
async function readNewest({ isAllRead, newestShown }: PollReading, { readFirstEvent }: PolledLog) {
	if (!isAllRead) return null;
	const outcome = await toOutcome(readFirstEvent?.('DESC') ?? Promise.resolve(newestShown));
	const newest = 'value' in outcome ? outcome.value : undefined;
	return newest === undefined
		? null
		: { id: displayIdOf(newest), createdAt: toIsoTime(newest.createdAtMs) };
}

function toState(
	{ cursor, organizations, hasSeenConsumed, hasTakenNew }: PollReading,
	{ floorMs, consumed }: Pick<CursorState, 'floorMs' | 'consumed'>,
	isAllAccountedFor: boolean,
	{ log: { sourceLog, getElapsedMs }, logScope, settings: { source, startDateHash } }: PollInput,
	keptState: TriggerState | undefined,
): Omit<TriggerState, 'stages'> {
	const { watermarkMs, lateReadToMs } = cursor;
	const { completeToMs: keptToMs = 0, startMark = startDateHash } = keptState?.cursor ?? {};
	const { slowerClockMs, profile } = sourceLog;
	const seen = new Set([...(keptState?.service.organizations ?? []), ...organizations]);
	const isRenewalDue =
		keptState !== undefined && slowerClockMs - Math.max(watermarkMs, keptToMs) >= RENEWED_AFTER_MS;
	return {
		version: STATE_VERSION,
		cursor: {
			...{ watermarkMs, floorMs, consumed, lateReadToMs, startMark },
			// Events that were logged during the poll may not have been read.
			completeToMs: isAllAccountedFor && isRenewalDue ? slowerClockMs - getElapsedMs() : keptToMs,
		},
		service: {
			...{ logScope, source, profile },
			organizations: [...seen].slice(0, MAX_ORGANIZATIONS),
			sawNothingKnown: isAllAccountedFor && !hasSeenConsumed && !hasTakenNew && consumed !== '',
		},
	};
}
