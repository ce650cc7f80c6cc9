import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { type EventLogFailure, isTemporary } from '../../errors/failure';
import { FAILURE_KINDS } from '../../errors/failureKinds';
import { toOutcome } from '../../errors/outcome';
import type { TriggerSettings } from '../../parameters/parseTriggerSettings';
import { type PollRequest, poll } from '../poll';
import type { TriggerState } from '../state';
import type { Occasion } from './occasionContext';
import type { StateStore } from './stateStoreContext';
import { MORE_MAY_FOLLOW, toForgivenWarning, toWarnings } from './warnings';

/** n8n polls by itself or for an activation. */
export interface KeptPoll extends Omit<PollRequest, 'host'> {
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
	const state = stateToGoOnFrom(store, occasion, settings);
	const request = { ...pollOptions, host: { processId, savesWithExecution } };
	const outcome = await toOutcome(poll(request, state));
	// n8n keeps nothing of a poll that fails.
	inProcess.learned = { logScope, source: settings.source, profile: log.served.profile };
	if ('failure' in outcome) {
		context.logger.warn(forgive(outcome.failure, occasion, store, logScope));
		return null;
	}
	inProcess.wasForgiven = false;
	if (store.isOvertaken) return null;
	const polled = outcome.value;
	const warnings = toWarnings(polled, log.malformed.describe(), state !== undefined);
	for (const warning of warnings) context.logger.warn(warning);
	if (!polled.isAllRead && polled.failure === undefined) context.logger.info(MORE_MAY_FOLLOW);
	const isDelivery = polled.items.length > 0;
	store.keep(polled.state, isDelivery ? 'delivery' : 'progress');
	return isDelivery ? [polled.items.map((json) => ({ json }))] : null;
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
	const told = toPollFailure(failure);
	const hasStateOfLog = storedState?.service.logScope === logScope;
	const isActivation = occasion === 'restart' || (occasion === 'publication' && hasStateOfLog);
	// No two in a row are forgiven: what looks like an activation may be a scheduled poll.
	inProcess.wasForgiven = !inProcess.wasForgiven && isActivation && isTemporary(told);
	if (!inProcess.wasForgiven) throw told;
	return toForgivenWarning(told, hasStateOfLog ? 'goesOn' : 'begins');
}

/**
 * Gives the failure that n8n is told. For a wrong setting n8n with durable cursors rests for half an hour, for an outage
 * five seconds at first. A proxy's page or 404 may be either, so n8n is told of an outage.
 */
function toPollFailure(failure: EventLogFailure): EventLogFailure {
	return FAILURE_KINDS[failure.kind].mayBeOutage === true ? failure.asTemporary() : failure;
}
