import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { EventLogFailure } from '../../errors/failure';
import { toOutcome } from '../../errors/outcome';
import type { TriggerSettings } from '../../parameters/parseTriggerSettings';
import { type PollRequest, poll } from '../poll';
import type { TriggerState } from '../state';
import { mayPassOver, toPollFailure } from './failedPoll';
import { type LogNote, SHARED_WORKFLOW, notesOn, passedOver } from './notes';
import type { Occasion } from './occasionContext';
import type { StateStore } from './stateStoreContext';

/** n8n polls by itself or for an activation. */
export interface KeptPoll extends Omit<PollRequest, 'host' | 'lastCompleteToMs'> {
	readonly occasion: Exclude<Occasion, 'testRun'>;
	/** Has the state, and what this process of n8n remembers of the trigger. */
	readonly store: StateStore;
}

/**
 * Reads the log from the stored state on, delivers what is new and keeps the next state; gives null if there is
 * nothing to deliver.
 *
 * @throws EventLogFailure; the stored state is then as it was before
 */
export async function pollAndKeep(
	context: IPollFunctions,
	{ occasion, store, ...pollOptions }: KeptPoll,
): Promise<INodeExecutionData[][] | null> {
	const { log, logScope, settings } = pollOptions;
	const { memory, processId, savesWithExecution } = store;
	memory.polledAtMs = Date.now();
	if (occasion !== 'schedule') memory.activatedAtMs = Date.now();
	const say = ({ level, message }: LogNote) => context.logger[level](message);
	const state = stateToGoOnFrom(store, occasion, settings);
	const host = { processId, savesWithExecution };
	const request = { ...pollOptions, host, lastCompleteToMs: memory.completeToMs };
	const outcome = await toOutcome(poll(request, state));
	// n8n keeps nothing of a poll that fails.
	memory.learned = { logScope, source: settings.source, profile: log.served.profile };
	if ('failure' in outcome) {
		say(passOver(toPollFailure(outcome.failure), occasion, store, logScope));
		return null;
	}
	memory.wasPassedOver = false;
	if (store.isOvertaken) return null;
	const polled = outcome.value;
	notesOn(polled, log.malformed.describe(), state !== undefined).forEach(say);
	const isDelivery = polled.items.length > 0;
	store.keep(polled.state, isDelivery ? 'delivery' : 'progress');
	memory.completeToMs = polled.completeToMs;
	return isDelivery ? [withWarning(polled.items, store).map((json) => ({ json }))] : null;
}

/** Gives undefined if the trigger begins, also because somebody has entered another start date. */
function stateToGoOnFrom(
	{ storedState, currentState }: StateStore,
	occasion: Occasion,
	{ startMark }: TriggerSettings,
): TriggerState | undefined {
	// With nothing stored an activation begins; what a scheduled poll began may not have been saved.
	const state = storedState === undefined && occasion !== 'schedule' ? undefined : currentState;
	const isNewStart = startMark !== '' && state?.cursor.startMark !== startMark;
	return isNewStart ? undefined : state;
}

/** Gives the note on a failed poll that may be passed over. @throws EventLogFailure if it may not */
function passOver(
	failure: EventLogFailure,
	occasion: Occasion,
	store: StateStore,
	logScope: string,
): LogNote {
	const { memory, storedState } = store;
	const hasPosition = storedState?.service.logScope === logScope;
	// No two in a row are passed over: what looks like an activation may be a scheduled poll.
	memory.wasPassedOver = !memory.wasPassedOver && mayPassOver(failure, occasion, hasPosition);
	if (memory.wasPassedOver) return passedOver(failure, hasPosition ? 'goesOn' : 'begins');
	throw takeWarning(store) ? failure.withFacts({ remark: ` ${SHARED_WORKFLOW}.` }) : failure;
}

/** Gives true once, for an item or a failure: people see the warning there. */
function takeWarning({ memory, isSharedWorkflow }: StateStore): boolean {
	const isFirst = isSharedWorkflow && memory.hasWarned !== true;
	memory.hasWarned ||= isFirst;
	return isFirst;
}

function withWarning(items: readonly IDataObject[], store: StateStore): readonly IDataObject[] {
	const [first, ...others] = items;
	if (first === undefined || !takeWarning(store)) return items;
	return [{ ...first, warning: SHARED_WORKFLOW }, ...others];
}
