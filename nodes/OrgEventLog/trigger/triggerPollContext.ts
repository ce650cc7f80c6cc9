import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { outcomeOf } from '../errors/failure';
import { type Alerts, toAlerts } from './alerts';
import type { Occasion } from './failedPoll';
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
} from './notesContext';
import { tellingGap } from './gap';
import { withHeartbeat } from './heartbeat';
import type { PollRequest } from './poll';
import { type PollForDelivery, pollForDelivery } from './pollForDelivery';
import type { TriggerMemory } from './processMemory';
import type { TriggerSettings } from './settings';
import type { StateStore } from './stateStoreContext';
import type { TriggerLog } from './triggerLog';
import type { TriggerState } from './triggerState';

/** Of the time for reading, for what is new where bursts are looked up after it. */
const SHARE_BESIDE_BURSTS = 0.5;

/** A poll that n8n makes by itself or for an activation. */
export interface TriggerPoll {
	readonly occasion: Exclude<Occasion, 'testRun'>;
	readonly settings: TriggerSettings;
	readonly log: TriggerLog;
	readonly logScope: string;
	readonly readingTimeMs: number;
	/** Where the trigger is. */
	readonly store: StateStore;
	/** This process of n8n, and what it remembers of the trigger. */
	readonly processId: string;
	readonly memory: TriggerMemory;
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
	const { occasion, settings, log, store, memory } = poll;
	const freshness = store.freshness(Date.now());
	if (freshness === 'beingSaved') {
		noteOverlap(context);
		return null;
	}
	if (freshness === 'older' && memory.isDue('olderPosition', Date.now(), Infinity)) {
		noteOlderPosition(context);
	}
	const { kept } = store;
	// With nothing stored an activation begins; what a scheduled poll began may not have been saved.
	const known = kept === undefined && occasion !== 'schedule' ? undefined : store.latest();
	const isNewStart = hasNewStart(known, settings);
	const state = isNewStart ? undefined : known;
	const outcome = await outcomeOf(pollForAlerts(poll, state));
	if ('failure' in outcome) {
		const hasPosition = kept?.logScope === poll.logScope;
		const failed = { failure: outcome.failure, occasion, hasPosition, atMs: Date.now() };
		const { failure, isPassedOver } = memory.failures.note(failed);
		if (!isPassedOver) throw failure;
		notePassedOver(context, failure, hasPosition);
		return null;
	}
	const { result, repeated, remember, alerts } = outcome.value;
	const failedToBeginAtMs = memory.failures.forget();
	if (store.isOvertaken) {
		noteOverlap(context);
		return null;
	}
	const next = remember(alerts.state, alerts.delivered);
	if (isNewStart) noteNewStart(context, result.begunFrom.floorMs);
	noteResult(context, { ...result, ...alerts, ...next }, state !== undefined);
	noteOdd(context, log.odd);
	noteRemarks(context, result.remarks, (what) => memory.isDue(what, Date.now()));
	noteRepetition(context, repeated.length);
	if (failedToBeginAtMs !== undefined && result.started && occasion !== 'publication') {
		if (settings.startFrom().kind === 'now') noteLateBeginning(context, failedToBeginAtMs);
	}
	const isDelivery = alerts.items.length > 0;
	store.keep(next.state, isDelivery ? 'delivery' : 'progress', Date.now());
	return isDelivery ? [[...alerts.items]] : null;
}

async function pollForAlerts(
	poll: TriggerPoll,
	state: TriggerState | undefined,
): Promise<PollForDelivery & { readonly alerts: Alerts }> {
	const { log, settings, readingTimeMs, processId, store } = poll;
	const rules = {
		processId,
		repeatsLast: settings.afterRestart === 'repeatLast',
		savesWithExecution: store.savesWithExecution,
	};
	const startedAtMs = Date.now();
	const isTimeUp = () => Date.now() - startedAtMs >= readingTimeMs;
	const found = await pollForDelivery(requestOf(poll), state, rules);
	const alerts = await toAlerts(found, { ...log, isTimeUp }, settings, Date.now());
	const { result } = found;
	const { readNewest } = log;
	const signs = { result, settings, readNewest, hostMs: Date.now() };
	return { ...found, alerts: tellingGap(await withHeartbeat(alerts, signs)) };
}

/** Whether somebody has entered another start date than the one it began from, or one where it had none. */
function hasNewStart(state: TriggerState | undefined, { startMark }: TriggerSettings): boolean {
	return startMark !== '' && state?.startMark !== undefined && state.startMark !== startMark;
}

function requestOf(poll: TriggerPoll): PollRequest {
	const { log, logScope, settings, memory } = poll;
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
		readsWholeWindow: memory.isDue('wholeWindow', Date.now()),
		nowMs: Date.now,
	};
}
