import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { EventLogClient } from '../api/client';
import { createEventLogClient } from '../api/clientContext';
import type { FetchLoggedEvents, LoggedEvent } from '../api/event';
import { type EventCheck, createMatcher } from '../api/filterMatcher';
import type { LogSource } from '../api/page';
import { EventLogFailure, outcomeOf } from '../errors/failure';
import { dedupeKeyOf } from '../output/dedupeKey';
import { declared, isPassedOver, mayBeOutage } from './failedPoll';
import { DEFAULT_BUDGET_MS, type Occasion, occasionOf } from './occasionContext';
import { explainNothingFound } from '../recentLog/nothingFound';
import { toItems } from './items';
import { type PollRequest, type PollResult, pollEvents } from './poll';
import { ProcessMemory } from './processMemory';
import { type AlertMark, type Suppression, suppressRepeats } from './repeatSuppression';
import { type TriggerSettings, readTriggerSettings } from './settings';
import { keepState, readKeptState } from './stateContext';
import { readNewestEvents } from './testRun';

/** Reading ends with the page that is being read when this share of the budget is used up. */
const SHARE_FOR_READING = 0.5;
/** No request is started or waited for past this share: what is left is for n8n's own work. */
const SHARE_FOR_REQUESTS = 0.85;
/** Minimum time for requests, even if n8n's budget is smaller: otherwise no poll would advance. */
const MIN_REQUESTS_MS = 10_000;
/** How many of the newest events a test run shows. */
const TEST_RUN_EVENTS = 10;

const processMemory = new ProcessMemory();

/** What the trigger reads, and which of it starts the workflow. */
interface TriggerLog {
	readonly source: LogSource<LoggedEvent>;
	readonly fetchUnfilteredPage: FetchLoggedEvents;
	readonly matches: EventCheck;
}

/**
 * One poll of the trigger: the new events since the last one, or null where there are none.
 *
 * @throws ParameterError or EventLogFailure; the stored state is then as it was before
 */
export async function pollEventLog(
	context: IPollFunctions,
): Promise<INodeExecutionData[][] | null> {
	const occasion = occasionOf(context);
	const trigger = `${context.getWorkflow().id} ${context.getNode().id}`;
	// Before anything is waited for: n8n has read the state already.
	const wasOvertaken = processMemory.watchForOverlap(trigger);
	const settings = readTriggerSettings({
		get: (name, fallback) => context.getNodeParameter(name, fallback),
		timezone: context.getTimezone(),
	});
	const budgetMs = context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
	const client = await createEventLogClient(context, {
		timeoutMs: settings.timeoutMs,
		maxParallelRequests: 1,
		deadlineEpochMs: Date.now() + Math.max(budgetMs * SHARE_FOR_REQUESTS, MIN_REQUESTS_MS),
	});
	const log = logOf(client, settings);
	const readingTimeMs = budgetMs * SHARE_FOR_READING;
	if (occasion === 'testRun') return await showNewest(client, log, settings, readingTimeMs);

	const kept = readKeptState(context);
	const request: PollRequest = {
		...log,
		logScope: client.logScope,
		startFrom: settings.startFrom,
		lateEventWindowMs: settings.lateEventWindowMs,
		maxEvents: settings.maxEvents,
		readingTimeMs,
		nowMs: Date.now,
	};
	const settingsKey = JSON.stringify([settings.source, settings.filters], bigintsAsText);
	// With nothing stored an activation begins; what a scheduled poll began may not have been saved.
	const mayBegin = kept === undefined && occasion !== 'schedule';
	const state = mayBegin ? undefined : processMemory.progressOnTopOf(kept, trigger, settingsKey);
	const outcome = await outcomeOf(pollEvents(request, state));
	if ('failure' in outcome) {
		const hasPosition = kept?.logScope === request.logScope;
		return passOver(context, outcome.failure, { trigger, occasion, hasPosition });
	}
	const result = outcome.value;
	const failedToBeginAtMs = processMemory.forgetFailures(trigger);
	if (wasOvertaken()) {
		context.logger.info(
			'Another poll of this trigger finished first; what it did not deliver comes with the next poll',
		);
		return null;
	}
	const alerts = suppressRepeats(result.emit, result.state, settings.suppressRepeatsMs, markOf);
	const items = toItems(alerts.given, settings);
	reportToLogger(context, { ...result, ...alerts }, kept !== undefined);
	if (failedToBeginAtMs !== undefined && result.started && occasion !== 'publication') {
		const { kind } = settings.startFrom();
		if (kind === 'now') warnOfLateBeginning(context, failedToBeginAtMs);
	}
	if (items === null) {
		processMemory.rememberProgress(trigger, settingsKey, kept, alerts.state);
	} else {
		processMemory.forgetProgress(trigger);
	}
	const change = { state: alerts.state, before: kept, isHandedOver: items !== null };
	if (keepState(context, change)) processMemory.noteHandOver(trigger);
	return items;
}

interface FailedPoll {
	readonly trigger: string;
	readonly occasion: Occasion;
	readonly hasPosition: boolean;
}

/** Null for a poll that is passed over. @throws EventLogFailure for any other */
function passOver(
	{ logger }: IPollFunctions,
	failed: EventLogFailure,
	{ trigger, occasion, hasPosition }: FailedPoll,
): null {
	const inARow = mayBeOutage(failed) ? processMemory.countDoubtfulAnswer(trigger) : 0;
	const failure = declared(failed, inARow);
	if (!hasPosition) processMemory.noteFailureToBegin(trigger, Date.now());
	if (!isPassedOver(failure, occasion, hasPosition)) throw failure;
	const next = hasPosition
		? 'the next poll goes on where the trigger was'
		: 'the trigger begins with the first poll that can read the log';
	logger.warn(`The log could not be read at activation; ${next}. ${failure.message}`);
	return null;
}

function warnOfLateBeginning({ logger }: IPollFunctions, failedToBeginAtMs: number): void {
	const since = new Date(failedToBeginAtMs).toISOString();
	logger.warn(
		`The trigger begins only now, for the log could not be read since ${since}: events of the time between are not delivered, and can be read with List`,
	);
}

function bigintsAsText(_key: string, value: unknown): unknown {
	return typeof value === 'bigint' ? String(value) : value;
}

function logOf(client: EventLogClient, { source, filters, pageSize }: TriggerSettings): TriggerLog {
	if (source === 'list') {
		const fetchPage: FetchLoggedEvents = async (request) => await client.listPage(filters, request);
		return {
			source: { fetchPage, pageSize, orderIsReliable: true },
			fetchUnfilteredPage: async (request) => await client.listPage({}, request),
			matches: () => true,
		};
	}
	const fetchPage: FetchLoggedEvents = async (request) => await client.feedPage(request);
	return {
		source: { fetchPage, pageSize, orderIsReliable: false },
		fetchUnfilteredPage: fetchPage,
		matches: createMatcher(filters),
	};
}

async function showNewest(
	client: EventLogClient,
	{ source, matches }: TriggerLog,
	settings: TriggerSettings,
	readingTimeMs: number,
): Promise<INodeExecutionData[][]> {
	const deadlineMs = Date.now() + readingTimeMs;
	const events = await readNewestEvents(source, {
		matches,
		wanted: TEST_RUN_EVENTS,
		isTimeUp: () => Date.now() >= deadlineMs,
	});
	const shown = events.map((alert) => ({ alert, suppressed: 0 }));
	const items = toItems(shown, settings);
	if (items !== null) return items;
	const { filters } = settings;
	const explanation = await explainNothingFound(client, { filters, range: {} });
	throw new EventLogFailure('nothingToShow', { explanation });
}

function markOf({ fields, createdAtMs }: LoggedEvent): AlertMark {
	return { key: dedupeKeyOf(fields), atMs: createdAtMs };
}

function reportToLogger(
	{ logger }: IPollFunctions,
	result: PollResult & Pick<Suppression<LoggedEvent>, 'forgottenToMs'>,
	hadState: boolean,
): void {
	const { emit, late, backlog, windowShrunkToMs, forgottenToMs, started } = result;
	if (started && hadState) {
		logger.info("The credential opens another log than before; it is read from 'Start From' on");
	}
	if (late > 0) logger.info(`${late} of ${emit.length} delivered events came late into the log`);
	if (backlog !== 'none') {
		const reason = backlog === 'time' ? "n8n's time for the poll" : 'Max Events per Poll';
		logger.info(`${reason} is used up; further events follow with the next poll`);
	}
	if (windowShrunkToMs !== undefined) {
		const since = new Date(windowShrunkToMs).toISOString();
		logger.warn(
			`Too many events to remember within the late event window: events dated before ${since} that come late are not noticed`,
		);
	}
	if (forgottenToMs !== undefined) {
		const to = new Date(forgottenToMs).toISOString();
		logger.warn(
			`Too many different alerts to remember for Suppress Repeats: what repeats one given up to ${to} starts the workflow again`,
		);
	}
}
