import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { type EventLogFailure, outcomeOf } from '../errors/failure';
import { type Alerts, toAlerts } from './alerts';
import { declared, mayBeOutage, mayPassOver } from './failedPoll';
import {
	noteLateBeginning,
	noteNewStart,
	noteOdd,
	noteOlderPosition,
	noteOverlap,
	notePassedOver,
	noteRemarks,
	noteRepetition,
	noteResult,
	noteSecondPoller,
} from './notesContext';
import { tellingGap } from './gap';
import { withHeartbeat } from './heartbeat';
import type { Occasion } from './occasionContext';
import type { PollRequest } from './poll';
import { type PollForDelivery, pollForDelivery } from './pollForDelivery';
import type { ProcessMemory } from './processMemory';
import type { RestartRules } from './rememberDelivery';
import type { TriggerSettings } from './settings';
import { keepState, readKeptState, savesWithExecution } from './stateContext';
import type { TriggerLog } from './triggerLog';
import type { TriggerState } from './triggerState';

/** Of the time for reading, for what is new where bursts are looked up after it. */
const SHARE_BESIDE_BURSTS = 0.5;

/** A poll that n8n makes by itself or for an activation. */
export interface TriggerPoll {
	readonly occasion: Exclude<Occasion, 'testRun'>;
	/** Which trigger of this n8n it is. */
	readonly trigger: string;
	readonly settings: TriggerSettings;
	readonly log: TriggerLog;
	readonly logScope: string;
	readonly readingTimeMs: number;
	/** Whether another poll of the trigger has finished since this one began. */
	readonly wasOvertaken: () => boolean;
	readonly memory: ProcessMemory;
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
	const { occasion, trigger, settings, log, memory, wasOvertaken } = poll;
	const position = readKeptState(context);
	if (isBeingSaved(context, poll, position?.writes ?? 0)) return null;
	const kept = position?.state;
	const { source, filters, exclude, preset } = settings;
	const settingsKey = JSON.stringify([source, filters, exclude, preset], bigintsAsText);
	// With nothing stored an activation begins; what a scheduled poll began may not have been saved.
	const mayBegin = kept === undefined && occasion !== 'schedule';
	const progress = mayBegin ? undefined : memory.progressOnTopOf(kept, trigger, settingsKey);
	const isNewStart = hasNewStart(progress, settings);
	const state = isNewStart ? undefined : progress;
	const rules = {
		processId: memory.processId,
		repeatsLast: settings.afterRestart === 'repeatLast',
		savesWithExecution: savesWithExecution(context),
	};
	memory.noteKept(trigger, rules.savesWithExecution ? undefined : position);
	const outcome = await outcomeOf(pollForAlerts(poll, state, rules));
	if ('failure' in outcome) {
		return passOver(context, poll, outcome.failure, kept?.logScope === poll.logScope);
	}
	const { result, repeated, remember, alerts } = outcome.value;
	const failedToBeginAtMs = memory.forgetFailures(trigger);
	if (wasOvertaken()) {
		noteOverlap(context);
		return null;
	}
	const next = remember(alerts.state, alerts.given);
	const items = alerts.items.length === 0 ? null : [[...alerts.items]];
	if (isNewStart) noteNewStart(context, result.begunFrom.floorMs);
	noteResult(context, { ...result, ...alerts, ...next }, state !== undefined);
	noteOdd(context, log.odd);
	noteRemarks(context, result.remarks, (what) => memory.isDue(trigger, what, Date.now()));
	noteRepetition(context, repeated.length);
	if (failedToBeginAtMs !== undefined && result.started && occasion !== 'publication') {
		if (settings.startFrom().kind === 'now') noteLateBeginning(context, failedToBeginAtMs);
	}
	if (items === null) {
		memory.rememberProgress(trigger, settingsKey, kept, next.state);
	} else {
		memory.forgetProgress(trigger);
	}
	const ofOthers = memory.keptOfOthers(trigger);
	const change = { state: next.state, before: kept, isHandedOver: items !== null, ofOthers };
	const writes = keepState(context, change);
	if (writes === undefined) return items;
	memory.noteHandOver(trigger);
	if (items !== null) memory.noteDelivery(trigger, writes, Date.now());
	return items;
}

async function pollForAlerts(
	poll: TriggerPoll,
	state: TriggerState | undefined,
	rules: RestartRules,
): Promise<PollForDelivery & { readonly alerts: Alerts }> {
	const { log, settings, readingTimeMs } = poll;
	const startedAtMs = Date.now();
	const isTimeUp = () => Date.now() - startedAtMs >= readingTimeMs;
	const found = await pollForDelivery(requestOf(poll), state, rules);
	const alerts = await toAlerts(found, { ...log, isTimeUp }, settings, Date.now());
	const { result } = found;
	const { readNewest } = log;
	const signs = { result, settings, readNewest, hostMs: Date.now() };
	return { ...found, alerts: tellingGap(await withHeartbeat(alerts, signs)) };
}

/** Whether n8n is still saving what another poll has delivered: what it has kept is out of date. */
function isBeingSaved(
	context: IPollFunctions,
	{ trigger, memory }: TriggerPoll,
	writes: number,
): boolean {
	const nowMs = Date.now();
	const isUnsaid = (what: string) => memory.isDue(trigger, what, nowMs, Infinity);
	const kept = memory.positionKept(trigger, writes, nowMs);
	if (kept === 'beingSaved') {
		noteOverlap(context);
		return true;
	}
	if (kept === 'older' && isUnsaid('olderPosition')) noteOlderPosition(context);
	const isPolledByTwo = memory.isPolledByTwo(trigger, context);
	if (isPolledByTwo && isUnsaid('secondPoller')) noteSecondPoller(context);
	return false;
}

/** Whether somebody has entered another start date than the one it began from, or one where it had none. */
function hasNewStart(state: TriggerState | undefined, { startMark }: TriggerSettings): boolean {
	return startMark !== '' && state?.startMark !== undefined && state.startMark !== startMark;
}

function requestOf(poll: TriggerPoll): PollRequest {
	const { trigger, log, logScope, settings, memory } = poll;
	const { startFrom, startMark, lateEventWindowMs, suppressRepeatsMs, maxEvents, emit } = settings;
	const readingTimeMs = poll.readingTimeMs * (emit.kind === 'burst' ? SHARE_BESIDE_BURSTS : 1);
	return {
		...log,
		sourceName: settings.source,
		logScope,
		startFrom,
		startMark,
		lateEventWindowMs,
		maxEvents,
		readingTimeMs,
		remembersAlerts: suppressRepeatsMs > 0,
		// Where a service begins to cut its pages just behind what is known, one page shows nothing new for ever.
		readsWholeWindow: memory.isDue(trigger, 'wholeWindow', Date.now()),
		nowMs: Date.now,
	};
}

/** Null for a poll that is passed over. @throws EventLogFailure for any other */
function passOver(
	context: IPollFunctions,
	{ trigger, occasion, memory }: TriggerPoll,
	failed: EventLogFailure,
	hasPosition: boolean,
): null {
	const inARow = mayBeOutage(failed) ? memory.countDoubtfulAnswer(trigger) : 0;
	const failure = declared(failed, inARow);
	if (!hasPosition) memory.noteFailureToBegin(trigger, Date.now());
	if (!memory.passesOver(trigger, mayPassOver(failure, occasion, hasPosition))) throw failure;
	notePassedOver(context, failure, hasPosition);
	return null;
}

function bigintsAsText(_key: string, value: unknown): unknown {
	return typeof value === 'bigint' ? String(value) : value;
}
