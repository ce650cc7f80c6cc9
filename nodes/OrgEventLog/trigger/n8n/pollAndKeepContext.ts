import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { type EventLogFailure, isTemporary, FAILURE_KINDS, toOutcome } from '../../errors/failure';
import type { TriggerSettings } from '../../parameters/parseTriggerSettings';
import { type PollRequest, poll } from '../poll';
import type { TriggerState } from '../state';
import type { Occasion } from './occasionContext';
import type { StateStore } from './stateStoreContext';

export interface KeptPoll extends Omit<PollRequest, 'processId'> {
	readonly occasion: Exclude<Occasion, 'testRun'>;
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
	const { inProcess, processId } = store;
	// n8n's log has the warnings of all workflows, and its lines don't say whose they are.
	const whose = `Workflow "${context.getWorkflow().name}", node "${context.getNode().name}": `;
	const state = stateToGoOnFrom(store, occasion, settings);
	const outcome = await toOutcome(poll({ ...pollOptions, processId }, state));
	// n8n keeps nothing of a poll that fails.
	inProcess.learned = { logScope, source: settings.source, profile: log.served.profile };
	if ('failure' in outcome) {
		context.logger.warn(whose + forgive(outcome.failure, occasion, store, logScope));
		return null;
	}
	inProcess.wasForgiven = false;
	if (store.isOvertaken) return null;
	const { items, state: nextState, warnings, isFull } = outcome.value;
	for (const warning of warnings) context.logger.warn(whose + warning);
	if (isFull) context.logger.info(whose + MORE_MAY_FOLLOW);
	const isDelivery = items.length > 0;
	store.keep(nextState, isDelivery ? 'delivery' : 'progress');
	return isDelivery ? [items.map((json) => ({ json }))] : null;
}

/** A full poll is nothing to be warned of. */
const MORE_MAY_FOLLOW =
	'The poll reached Max Events per Poll or its time limit for reading. More events may follow with the next poll';

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

/**
 * Gives the warning about a failed poll that is forgiven: n8n gives a trigger up for good whose activations keep failing
 * on a restart, and publishes none that fails. Whoever publishes one without a state is to learn that it can't begin.
 *
 * @throws EventLogFailure if it is not forgiven
 */
function forgive(
	failure: EventLogFailure,
	occasion: Occasion,
	{ inProcess, storedState }: StateStore,
	logScope: string,
): string {
	// For a wrong setting n8n with durable cursors rests for half an hour, for an outage five seconds at first. A proxy's
	// page or 404 may be either, so n8n is told of an outage.
	const { mayBeOutage = false } = FAILURE_KINDS[failure.kind];
	const told = mayBeOutage ? failure.asTemporary() : failure;
	const hasStateOfLog = storedState?.service.logScope === logScope;
	const isActivation = occasion === 'restart' || (occasion === 'publication' && hasStateOfLog);
	// No two in a row are forgiven: what looks like an activation may be a scheduled poll.
	inProcess.wasForgiven = !inProcess.wasForgiven && isActivation && isTemporary(told);
	if (!inProcess.wasForgiven) throw told;
	return `The log could not be read on activation. The next poll that can read it continues, or begins as 'Start From' says. ${told.message}`;
}
