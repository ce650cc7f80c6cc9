import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { EventLogFailure } from '../../errors/failure';
import { toOutcome } from '../../errors/outcome';
import type { TriggerSettings } from '../../parameters/parseTriggerSettings';
import { type PollRequest, poll } from '../poll';
import type { TriggerState } from '../state';
import { mayForgive, toPollFailure } from './failedPoll';
import { type LogLine, SHARED_WORKFLOW, toLogLines, toForgivenLine } from './logLines';
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
	const { inProcess, processId, savesWithExecution } = store;
	inProcess.polledAtMs = Date.now();
	if (occasion !== 'schedule') inProcess.activatedAtMs = Date.now();
	const say = ({ level, message }: LogLine) => context.logger[level](message);
	const state = stateToGoOnFrom(store, occasion, settings);
	const host = { processId, savesWithExecution };
	const request = { ...pollOptions, host, lastCompleteToMs: inProcess.completeToMs };
	const outcome = await toOutcome(poll(request, state));
	// n8n keeps nothing of a poll that fails.
	inProcess.learned = { logScope, source: settings.source, profile: log.served.profile };
	if ('failure' in outcome) {
		say(forgive(toPollFailure(outcome.failure), occasion, store, logScope));
		return null;
	}
	inProcess.wasForgiven = false;
	if (store.isOvertaken) return null;
	const polled = outcome.value;
	toLogLines(polled, log.malformed.describe(), state !== undefined).forEach(say);
	const isDelivery = polled.items.length > 0;
	store.keep(polled.state, isDelivery ? 'delivery' : 'progress');
	inProcess.completeToMs = polled.completeToMs;
	return isDelivery
		? [withSharedWorkflowWarning(polled.items, store).map((json) => ({ json }))]
		: null;
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

/** Gives the line about a failed poll that may be forgiven. @throws EventLogFailure if it may not */
function forgive(
	failure: EventLogFailure,
	occasion: Occasion,
	store: StateStore,
	logScope: string,
): LogLine {
	const { inProcess, storedState } = store;
	const hasStateOfLog = storedState?.service.logScope === logScope;
	// No two in a row are forgiven: what looks like an activation may be a scheduled poll.
	inProcess.wasForgiven = !inProcess.wasForgiven && mayForgive(failure, occasion, hasStateOfLog);
	if (inProcess.wasForgiven) return toForgivenLine(failure, hasStateOfLog ? 'goesOn' : 'begins');
	throw takeWarning(store) ? failure.withFacts({ remark: ` ${SHARED_WORKFLOW}.` }) : failure;
}

/** Gives true once, for an item or a failure: people see the warning there. */
function takeWarning({ inProcess, isSharedWorkflow }: StateStore): boolean {
	const isFirst = isSharedWorkflow && inProcess.hasWarned !== true;
	inProcess.hasWarned ||= isFirst;
	return isFirst;
}

function withSharedWorkflowWarning(
	items: readonly IDataObject[],
	store: StateStore,
): readonly IDataObject[] {
	const [first, ...others] = items;
	if (first === undefined || !takeWarning(store)) return items;
	return [{ ...first, warning: SHARED_WORKFLOW }, ...others];
}
