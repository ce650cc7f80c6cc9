import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { createEventLogClient } from '../../api/clientContext';
import { createExpressionError } from '../../parameters/expressionError';
import { parseTriggerSettings, type TriggerSettings } from '../../parameters/parseTriggerSettings';
import type { NodeParameters } from '../../parameters/readField';
import { parseEmit } from '../emits/emitTable';
import { runTest } from '../testRun';
import { openLog } from '../polledLog';
import { budgetMsOf, takeOccasion, type Occasion } from './occasionContext';
import { ProcessMemory, StateStore } from './stateStoreContext';
import { type EventLogFailure, isTemporary, FAILURE_TABLE, toOutcome } from '../../errors/failure';
import { type PollInput, poll } from '../poll';
import type { TriggerState } from '../state';

/** Reading ends with the page that is being read when this share of the budget is used up. */
const SHARE_FOR_READING = 0.5;
/** No request is started or waited for past this share: what is left is for n8n's own work. */
const SHARE_FOR_REQUESTS = 0.85;
/** Requests get at least this time, even if n8n's budget is smaller: otherwise no poll would advance. */
const MIN_REQUESTS_MS = 10_000;
/** The next poll comes in a minute at the earliest, and would share a quota with one that still waits. */
const MAX_WAITING_MS = 50_000;
/** All triggers of this process of n8n share it. */
const PROCESS_MEMORY = new ProcessMemory();

/**
 * Gives the items for the new events since the last poll, or null; in the editor those of a test run.
 *
 * @throws ParameterError or EventLogFailure
 */
export async function pollEventLog(
	context: IPollFunctions,
	processMemory = PROCESS_MEMORY,
): Promise<INodeExecutionData[][] | null> {
	const occasion = takeOccasion(context);
	const parameters = parametersOf(context);
	const settings = parseTriggerSettings(parameters);
	const budgetMs = budgetMsOf(context, occasion);
	const maxReadingMs = budgetMs * SHARE_FOR_READING;
	const pollInput = { settings, emit: parseEmit(parameters), maxReadingMs };
	const startedAtMs = Date.now();
	const { timeoutMs, firstPageLimit } = settings;
	const clientOptions = {
		...{ timeoutMs, firstPageLimit, maxParallelRequests: 1 },
		deadlineEpochMs: startedAtMs + Math.max(budgetMs * SHARE_FOR_REQUESTS, MIN_REQUESTS_MS),
	};
	if (occasion === undefined) {
		// n8n shows no reason where a publication fails, so a test run checks the start.
		settings.parseStartFrom();
		const items = await runTest(await createEventLogClient(context, clientOptions), pollInput);
		return [items.map((json) => ({ json }))];
	}
	const store = new StateStore(context, processMemory, occasion);
	const client = await createEventLogClient(context, {
		...clientOptions,
		learnedPageLength: store.memory.learnedPageLength,
		waitDeadlineEpochMs: occasion === 'schedule' ? startedAtMs + MAX_WAITING_MS : Infinity,
	});
	const { logScope } = client;
	const log = openLog(client, settings, store.profileOf(logScope, settings.source));
	return await pollAndKeep(context, occasion, store, { ...pollInput, log, logScope });
}

function parametersOf(context: IPollFunctions): NodeParameters {
	const stored = context.getNode().parameters;
	return {
		get(name, fallback) {
			try {
				return context.getNodeParameter(name, fallback);
			} catch (thrown) {
				throw createExpressionError(name, stored) ?? thrown;
			}
		},
		stored,
		timezone: context.getTimezone(),
	};
}

/**
 * Reads the log from the stored state on, delivers what is new and keeps the next state; gives null if there is
 * nothing to deliver.
 *
 * @throws EventLogFailure; the stored state is then as it was before
 */
async function pollAndKeep(
	context: IPollFunctions,
	occasion: Occasion,
	store: StateStore,
	pollInput: Omit<PollInput, 'processId'>,
): Promise<INodeExecutionData[][] | null> {
	const { log, logScope, settings } = pollInput;
	const { memory, processId } = store;
	// n8n's log has the warnings of all workflows, and its lines don't say whose they are.
	const logPrefix = `Workflow "${context.getWorkflow().name}", node "${context.getNode().name}": `;
	const state = chooseState(store, occasion, settings);
	const outcome = await toOutcome(poll({ ...pollInput, processId }, state));
	// n8n saves nothing of a poll that fails, so the process remembers what it learned.
	memory.learned = { logScope, source: settings.source, profile: log.sourceLog.profile };
	if ('failure' in outcome) {
		const failure = toTemporaryIfOutage(outcome.failure);
		memory.hasToleratedFailure = isTolerated(failure, occasion, store, logScope);
		if (!memory.hasToleratedFailure) throw failure;
		context.logger.warn(`${logPrefix}${FAILED_ON_ACTIVATION}. ${failure.message}`);
		return null;
	}
	memory.hasToleratedFailure = false;
	if (store.isSuperseded) return null;
	const { items, state: nextState, warnings, hasReachedLimit } = outcome.value;
	for (const warning of warnings) context.logger.warn(logPrefix + warning);
	if (hasReachedLimit) context.logger.info(logPrefix + MORE_MAY_FOLLOW);
	const isDelivery = items.length > 0;
	store.keep(nextState, isDelivery ? 'delivery' : 'progress');
	return isDelivery ? [items.map((json) => ({ json }))] : null;
}

/** It is logged as information, not as a warning: a full poll is normal. */
const MORE_MAY_FOLLOW =
	'The poll reached Max Events per Poll or its time limit for reading. More events may follow with the next poll';

/** Gives undefined if the trigger begins, also because somebody has entered another start date. */
function chooseState(
	{ storedState, currentState }: StateStore,
	occasion: Occasion,
	{ startDateHash }: TriggerSettings,
): TriggerState | undefined {
	// An activation without a stored state begins anew; a scheduled poll goes on from what this process remembers.
	const state = storedState === undefined && occasion !== 'schedule' ? undefined : currentState;
	const isNewStart = startDateHash !== '' && state?.cursor.startMark !== startDateHash;
	return isNewStart ? undefined : state;
}

const FAILED_ON_ACTIVATION =
	"The log could not be read on activation. The next poll that can read it continues, or begins as 'Start From' says";

/** A proxy's page or 404 may mean an outage: for that, durable cursors rest five seconds, not half an hour. */
function toTemporaryIfOutage(failure: EventLogFailure): EventLogFailure {
	return FAILURE_TABLE[failure.kind].mayMeanOutage === true ? failure.toTemporary() : failure;
}

/**
 * A failure on a restart is tolerated, because n8n gives up a trigger whose activations keep failing. One on a
 * publication is tolerated only if there is a state: without one, n8n should refuse to publish, so that somebody learns
 * that the trigger can't begin.
 */
function isTolerated(
	failure: EventLogFailure,
	occasion: Occasion,
	{ memory, storedState }: StateStore,
	logScope: string,
): boolean {
	const hasStateOfLog = storedState?.service.logScope === logScope;
	const isTolerable = occasion === 'restart' || (occasion === 'publication' && hasStateOfLog);
	// No two in a row are tolerated: what looks like an activation may be a scheduled poll.
	return isTolerable && isTemporary(failure) && !memory.hasToleratedFailure;
}
