import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { outcomeOf } from '../../errors/failure';
import type { TriggerSettings } from '../../parameters/triggerSettings';
import { tellingGap, toAlerts } from '../alerts/alerts';
import { withHeartbeat } from '../alerts/heartbeat';
import { type PollRequest, pollEvents } from '../poll/pollEvents';
import type { TriggerLog } from '../poll/triggerLog';
import { owedIn, remembering } from '../position/lastDelivery';
import type { TriggerState } from '../position/triggerState';
import { type PollOccasion, mayPassOver, toPollFailure } from './failedPoll';
import { type LogNote, OTHER_LOG, notesOn, passedOver } from './notes';
import type { TriggerMemory } from './processMemory';
import type { StateStore } from './stateStoreContext';

/** Of the time for reading, for what is new where bursts are looked up after it. */
const SHARE_BESIDE_BURSTS = 0.5;
const HOUR_MS = 60 * 60 * 1000;

/** A poll that n8n makes by itself or for an activation. */
export interface TriggerPoll {
	readonly occasion: PollOccasion;
	readonly settings: TriggerSettings;
	readonly log: TriggerLog;
	readonly logScope: string;
	readonly readingTimeMs: number;
	/** Where the trigger is, and what this process of n8n remembers of it. */
	readonly store: StateStore;
}

/**
 * Reads the log from the kept state on, delivers what is new and keeps the next state; null where
 * there is nothing to deliver.
 *
 * @throws ParameterError or EventLogFailure; the kept state is then as it was before
 */
export async function pollTrigger(
	context: IPollFunctions,
	poll: TriggerPoll,
): Promise<INodeExecutionData[][] | null> {
	const { occasion, settings, log, store } = poll;
	const { kept, memory } = store;
	const say = (note: LogNote) => context.logger[note.level](note.message);
	// With nothing stored an activation begins; what a scheduled poll began may not have been saved.
	const begins = kept === undefined && occasion !== 'schedule';
	if (!begins && store.isBeingSaved(Date.now())) return null;
	const known = begins ? undefined : store.latest();
	const state = hasNewStart(known, settings) ? undefined : known;
	const outcome = await outcomeOf(pollForAlerts(poll, state));
	if ('failure' in outcome) {
		const failure = toPollFailure(outcome.failure);
		const hasPosition = kept?.logScope === poll.logScope;
		// No two in a row: what looks like an activation may be a scheduled poll.
		memory.wasPassedOver = !memory.wasPassedOver && mayPassOver(failure, occasion, hasPosition);
		if (!memory.wasPassedOver) throw failure;
		say(passedOver(failure, hasPosition ? 'goesOn' : 'begins'));
		return null;
	}
	memory.wasPassedOver = false;
	if (store.isOvertaken) {
		store.keepOvertaking();
		return null;
	}
	const found = outcome.value;
	if (found.started && state !== undefined) say(OTHER_LOG);
	notesOn(found, log.odd.describe(), Date.now()).forEach(say);
	const isDelivery = found.items.length > 0;
	store.keep(found.state, isDelivery ? 'delivery' : 'progress', Date.now());
	memory.readToMs = found.readToMs;
	return isDelivery ? [[...found.items]] : null;
}

/** What a poll found, what the workflow is started with for it, and the state that it leaves. */
async function pollForAlerts(poll: TriggerPoll, state: TriggerState | undefined) {
	const { log, settings, readingTimeMs, store } = poll;
	const { processId, savesWithExecution } = store;
	const repeatsLast = settings.afterRestart === 'repeatLast';
	const rules = { processId, repeatsLast, savesWithExecution };
	const owed = owedIn(state, rules);
	const startedAtMs = Date.now();
	const isTimeUp = () => Date.now() - startedAtMs >= readingTimeMs;
	const readsWholeWindow = isWholeWindowDue(store.memory, startedAtMs);
	const result = await pollEvents({ ...requestOf(poll), readsWholeWindow }, state, owed);
	if (readsWholeWindow) store.memory.windowReadAtMs = startedAtMs;
	const newAlerts = await toAlerts(result, { ...log, isTimeUp }, settings);
	const alerts = tellingGap(await withHeartbeat(newAlerts, result, settings, log.readNewest));
	const found = { ...result, ...alerts };
	return { ...found, state: remembering(alerts.state, found, owed, rules) };
}

/** Whether somebody has entered another start date than the one it began from, or one where it had none. */
function hasNewStart(state: TriggerState | undefined, { startMark }: TriggerSettings): boolean {
	return startMark !== '' && state?.startMark !== undefined && state.startMark !== startMark;
}

function requestOf({ log, logScope, settings, readingTimeMs, store }: TriggerPoll): PollRequest {
	const isForBursts = settings.emit.kind === 'burst';
	const repeatsLast = settings.afterRestart === 'repeatLast';
	const { lateEventWindowMs, maxEvents, startFrom, startMark, source: sourceName } = settings;
	return {
		...log,
		logScope,
		sourceName,
		lateEventWindowMs,
		maxEvents,
		startFrom,
		startMark,
		readingTimeMs: readingTimeMs * (isForBursts ? SHARE_BESIDE_BURSTS : 1),
		alsoRemembered:
			settings.suppressRepeatsMs > 0 ? 'alerts' : repeatsLast ? 'delivery' : 'nothing',
		lastReadToMs: store.memory.readToMs,
		nowMs: Date.now,
	};
}

/** Once an hour: where a service begins to cut its pages just behind what is known, one page shows nothing new for ever. */
function isWholeWindowDue({ windowReadAtMs = -Infinity }: TriggerMemory, nowMs: number): boolean {
	return Math.abs(nowMs - windowReadAtMs) >= HOUR_MS;
}
