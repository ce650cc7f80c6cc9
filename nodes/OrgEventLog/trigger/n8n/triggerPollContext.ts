import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { outcomeOf } from '../../errors/failure';
import type { TriggerSettings } from '../../parameters/triggerSettings';
import { tellingGap, toAlerts } from '../alerts/alerts';
import { withHeartbeat } from '../alerts/heartbeat';
import { type PollRequest, pollEvents } from '../poll/pollEvents';
import type { TriggerLog } from '../poll/triggerLog';
import { owedIn, remembering } from '../position/lastDelivery';
import type { TriggerState } from '../position/triggerState';
import { type Occasion, Failures } from './failedPoll';
import { type LogNote, NOTES, notesOn } from './notes';
import type { StateStore } from './stateStoreContext';

/** Of the time for reading, for what is new where bursts are looked up after it. */
const SHARE_BESIDE_BURSTS = 0.5;

/** A poll that n8n makes by itself or for an activation. */
export interface TriggerPoll {
	readonly occasion: Exclude<Occasion, 'testRun'>;
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
	const freshness = store.freshness(Date.now());
	if (freshness === 'beingSaved') {
		say(NOTES.overlap);
		return null;
	}
	if (freshness === 'older' && memory.claim('olderPosition', Date.now(), Infinity)) {
		say(NOTES.olderPosition);
	}
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
	const found = outcome.value;
	const { failedToBeginAtMs } = memory.failures;
	memory.failures = new Failures();
	if (store.isOvertaken) {
		say(NOTES.overlap);
		return null;
	}
	if (isNewStart) say(NOTES.newStart(found.begunFrom.floorMs));
	if (found.started && state !== undefined) say(NOTES.otherLog);
	notesOn(found).forEach(say);
	// With each poll that meets them: nothing remembers them.
	const odd = log.odd.describe();
	if (odd !== undefined) say(NOTES.odd(odd));
	for (const fact of ['startToComeMs', 'waitingFromMs'] as const) {
		const atMs = found[fact];
		// What may hold for days is not said each time.
		if (atMs !== undefined && memory.claim(fact, Date.now())) say(NOTES[fact](atMs));
	}
	if (found.repeated.length > 0) say(NOTES.repetition(found.repeated.length));
	if (failedToBeginAtMs !== undefined && found.started && occasion !== 'publication') {
		if (settings.startFrom().kind === 'now') say(NOTES.lateBeginning(failedToBeginAtMs));
	}
	const isDelivery = found.items.length > 0;
	store.keep(found.state, isDelivery ? 'delivery' : 'progress', Date.now());
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
	const result = await pollEvents(requestOf(poll), state, owed);
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
	return {
		...{ ...settings, ...log, logScope },
		sourceName: settings.source,
		readingTimeMs: readingTimeMs * (isForBursts ? SHARE_BESIDE_BURSTS : 1),
		alsoRemembered:
			settings.suppressRepeatsMs > 0 ? 'alerts' : repeatsLast ? 'delivery' : 'nothing',
		// Where a service begins to cut its pages just behind what is known, one page shows nothing new for ever.
		readsWholeWindow: store.memory.claim('wholeWindow', Date.now()),
		nowMs: Date.now,
	};
}
