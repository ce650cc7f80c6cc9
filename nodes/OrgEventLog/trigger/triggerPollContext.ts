import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { outcomeOf } from '../errors/failure';
import { type Alerts, toAlerts } from './alerts';
import type { Occasion } from './failedPoll';
import { tellingGap } from './gap';
import { withHeartbeat } from './heartbeat';
import { type LogNote, NOTES, notesOn, toClockNote } from './notes';
import { type PollRequest, type PollResult, pollEvents } from './poll';
import { owedIn, remembering } from './rememberDelivery';
import type { TriggerMemory } from './processMemory';
import type { TriggerSettings } from './settings';
import type { StateStore } from './stateStoreContext';
import type { TriggerLog } from './triggerLog';
import { type StoredCursor, type TriggerState, withoutHandOver } from './triggerState';

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
	const say = (note: LogNote) => context.logger[note.level](note.message);
	const freshness = store.freshness(Date.now());
	if (freshness === 'beingSaved') {
		say(NOTES.overlap);
		return null;
	}
	if (freshness === 'older' && memory.isDue('olderPosition', Date.now(), Infinity)) {
		say(NOTES.olderPosition);
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
		say(NOTES.passedOver(failure, hasPosition ? 'goesOn' : 'begins'));
		return null;
	}
	const { result, alerts, next } = outcome.value;
	const failedToBeginAtMs = memory.failures.forget();
	if (store.isOvertaken) {
		say(NOTES.overlap);
		return null;
	}
	if (isNewStart) say(NOTES.newStart(result.begunFrom.floorMs));
	if (result.started && state !== undefined) say(NOTES.otherLog);
	const { windowShrunkToMs = result.windowShrunkToMs } = next;
	notesOn({ ...alerts, ...result, windowShrunkToMs }).forEach(say);
	// With each poll that meets them: nothing remembers them.
	const odd = log.odd.describe();
	if (odd !== undefined) say(NOTES.odd(odd));
	// What may hold for days is not said each time.
	const remarks = result.remarks.filter(({ kind }) => memory.isDue(kind, Date.now()));
	remarks.map(toClockNote).forEach(say);
	if (result.repeated.length > 0) say(NOTES.repetition(result.repeated.length));
	if (failedToBeginAtMs !== undefined && result.started && occasion !== 'publication') {
		if (settings.startFrom().kind === 'now') say(NOTES.lateBeginning(failedToBeginAtMs));
	}
	const isDelivery = alerts.items.length > 0;
	store.keep(next.state, isDelivery ? 'delivery' : 'progress', Date.now());
	return isDelivery ? [[...alerts.items]] : null;
}

interface FoundAlerts {
	readonly result: PollResult;
	readonly alerts: Alerts;
	/** The state that the poll leaves. */
	readonly next: StoredCursor;
}

async function pollForAlerts(
	poll: TriggerPoll,
	known: TriggerState | undefined,
): Promise<FoundAlerts> {
	const { log, settings, readingTimeMs, processId, store } = poll;
	const { savesWithExecution } = store;
	const repeatsLast = settings.afterRestart === 'repeatLast';
	const rules = { processId, repeatsLast, savesWithExecution };
	const state = repeatsLast ? known : known && withoutHandOver(known);
	const owed = owedIn(state, rules);
	const startedAtMs = Date.now();
	const isTimeUp = () => Date.now() - startedAtMs >= readingTimeMs;
	const result = await pollEvents(requestOf(poll), state, owed);
	const found = await toAlerts(result, { ...log, isTimeUp }, settings);
	const signs = { result, settings, readNewest: log.readNewest };
	const alerts = tellingGap(await withHeartbeat(found, signs));
	const { delivered } = alerts;
	const next = remembering(alerts.state, { ...result, delivered }, state, owed, rules);
	return { result, alerts, next };
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
