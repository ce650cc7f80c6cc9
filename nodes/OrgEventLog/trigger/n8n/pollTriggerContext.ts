import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { EventLogClient } from '../../api/client';
import type { PageLength } from '../../api/pageLengths';
import { outcomeOf } from '../../errors/failure';
import type { TriggerSettings } from '../../parameters/triggerSettings';
import type { Emit } from '../emits/emit';
import { poll } from '../poll';
import type { TriggerState } from '../state';
import { type TriggerLog, logOf } from '../triggerLog';
import { mayPassOver, toPollFailure } from './failedPoll';
import { type LogNote, SHARED_WORKFLOW, notesOn, passedOver } from './notes';
import type { Occasion } from './occasionContext';
import type { StateStore } from './stateStoreContext';

/** n8n polls by itself or for an activation. */
export interface TriggerPoll {
	readonly occasion: Exclude<Occasion, 'testRun'>;
	readonly settings: TriggerSettings;
	readonly emit: Emit;
	readonly readingTimeMs: number;
	/** It has the state, and what this process of n8n remembers of the trigger. */
	readonly store: StateStore;
	/** It is called as soon as something would be lost with the poll. */
	readonly onProgress?: () => void;
	readonly connect: (pageLength?: PageLength) => Promise<EventLogClient>;
}

/**
 * Reads the log from the kept state on, delivers what is new and keeps the next state; gives null if there is nothing
 * to deliver.
 *
 * @throws ParameterError or EventLogFailure; the kept state is then as it was before
 */
export async function pollTrigger(
	context: IPollFunctions,
	{ connect, ...asked }: TriggerPoll,
): Promise<INodeExecutionData[][] | null> {
	const { settings, store } = asked;
	const { learned, memory } = store;
	const client = await connect(memory.pageLength);
	const { logScope } = client;
	const isOfLog = learned?.logScope === logScope && learned.source === settings.source;
	const log = logOf(client, settings, isOfLog ? learned.profile : undefined, Date.now);
	return await pollLog(context, { ...asked, log, logScope });
}

/** Does what `pollTrigger` does, once it is known which log it is. */
export async function pollLog(
	context: IPollFunctions,
	{ occasion, store, ...asked }: LogPoll,
): Promise<INodeExecutionData[][] | null> {
	const { log, logScope, settings } = asked;
	const { kept, memory } = store;
	memory.polledAtMs = Date.now();
	if (occasion !== 'schedule') memory.activatedAtMs = Date.now();
	const say = ({ level, message }: LogNote) => context.logger[level](message);
	const state = stateToGoOnFrom(store, occasion, settings);
	const { processId, savesWithExecution } = store;
	const host = { processId, savesWithExecution };
	const request = { ...asked, host, lastReadToMs: memory.readToMs };
	const outcome = await outcomeOf(poll(request, state));
	// n8n keeps nothing of a poll that fails.
	memory.learned = { logScope, source: settings.source, profile: log.served.profile };
	if ('failure' in outcome) {
		const failure = toPollFailure(outcome.failure);
		const hasPosition = kept?.service.logScope === logScope;
		// No two in a row are passed over: what looks like an activation may be a scheduled poll.
		memory.wasPassedOver = !memory.wasPassedOver && mayPassOver(failure, occasion, hasPosition);
		if (!memory.wasPassedOver)
			throw needsWarning(store) ? failure.with({ remark: ` ${SHARED_WORKFLOW}.` }) : failure;
		say(passedOver(failure, hasPosition ? 'goesOn' : 'begins'));
		return null;
	}
	memory.wasPassedOver = false;
	if (store.isOvertaken) return null;
	const polled = outcome.value;
	notesOn(polled, log.malformed.describe(), state !== undefined).forEach(say);
	const isDelivery = polled.items.length > 0;
	store.keep(polled.state, isDelivery ? 'delivery' : 'progress');
	memory.readToMs = polled.readToMs;
	return isDelivery ? [withWarning(polled.items, store).map((json) => ({ json }))] : null;
}

export interface LogPoll extends Omit<TriggerPoll, 'connect'> {
	readonly log: TriggerLog;
	readonly logScope: string;
}

/** Gives undefined if the trigger begins, also because somebody has entered another start date. */
function stateToGoOnFrom(
	{ kept, latest }: StateStore,
	occasion: Occasion,
	{ startMark }: TriggerSettings,
): TriggerState | undefined {
	// With nothing stored an activation begins; what a scheduled poll began may not have been saved.
	const state = kept === undefined && occasion !== 'schedule' ? undefined : latest;
	const isNewStart = startMark !== '' && state?.cursor.startMark !== startMark;
	return isNewStart ? undefined : state;
}

/** The warning is given once, in an item or a failure: people see it there. */
function needsWarning({ memory, isSharedWorkflow }: StateStore): boolean {
	const isFirst = isSharedWorkflow && memory.hasWarned !== true;
	memory.hasWarned ||= isFirst;
	return isFirst;
}

function withWarning(items: readonly IDataObject[], store: StateStore): readonly IDataObject[] {
	const [first, ...others] = items;
	if (first === undefined || !needsWarning(store)) return items;
	return [{ ...first, warning: SHARED_WORKFLOW }, ...others];
}
