import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { FetchPage, LoggedEvent } from '../api/event';
import { createEventLogClient } from '../api/eventLogContext';
import type { EventLogClient } from '../api/eventLogClient';
import { toDigest } from '../output/digest';
import { toItemJson } from '../output/eventItems';
import { toReadingError } from '../reading/readingErrorContext';
import { createMatcher } from './filterMatcher';
import { HandOvers } from './handOvers';
import { readNewestEvents } from './newestEvents';
import { pollEvents, type PollRequest, type PollResult } from './poll';
import { keepState, readKeptState } from './stateContext';
import type { TriggerSettings } from './settingsContext';
import { readTriggerSettings } from './settingsContext';
import { UndeliveredProgress } from './undeliveredProgress';

/** What n8n gives a poll where it does not say: five minutes. */
const DEFAULT_BUDGET_MS = 5 * 60_000;
/** Reading ends behind the page that is under way when this share of the budget is used up. */
const SHARE_FOR_READING = 0.5;
/** No request is started or waited for past this share: what is left is for n8n's own work. */
const SHARE_FOR_REQUESTS = 0.85;
/** So much a poll takes for its requests even if n8n gives less: otherwise it never got further. */
const LEAST_REQUESTS_MS = 10_000;
/** How many of the newest events a test run shows. */
const TEST_RUN_EVENTS = 10;

const undeliveredProgress = new UndeliveredProgress();
const handOvers = new HandOvers();

interface Source {
	readonly fetchPage: FetchPage;
	readonly fetchUnfilteredPage: FetchPage;
	readonly orderIsReliable: boolean;
	readonly matches: (event: LoggedEvent) => boolean;
}

/**
 * One poll of the trigger: the new events since the last one, or null where there are none.
 *
 * @throws NodeApiError or NodeOperationError; the stored state is then as it was before
 */
export async function pollEventLog(
	context: IPollFunctions,
): Promise<INodeExecutionData[][] | null> {
	const trigger = `${context.getWorkflow().id} ${context.getNode().id}`;
	// Before anything is waited for: n8n has read the state already.
	const isOnlyOne = handOvers.watch(trigger);
	const settings = readTriggerSettings(context);
	const startedAtMs = Date.now();
	const budgetMs = budgetOf(context);
	const client = await createEventLogClient(context, {
		timeoutMs: settings.timeoutMs,
		deadlineEpochMs: startedAtMs + Math.max(budgetMs * SHARE_FOR_REQUESTS, LEAST_REQUESTS_MS),
	});
	const source = sourceOf(client, settings);
	if (context.getMode() === 'manual') return await showNewest(context, source, settings);

	const kept = readKeptState(context);
	const request: PollRequest = {
		...source,
		logScope: client.logScope,
		startFrom: settings.startFrom,
		lateEventWindowMs: settings.lateEventWindowMs,
		maxEvents: settings.maxEventsPerPoll,
		pageSize: settings.pageSize,
		budgetMs: budgetMs * SHARE_FOR_READING,
		nowMs: Date.now,
	};
	const setTo = JSON.stringify([settings.source, settings.filters], withBigInts);
	const state = kept && undeliveredProgress.onTopOf(kept, trigger, setTo);
	const result = await withNodeErrors(context, () => pollEvents(request, state));
	if (!isOnlyOne()) {
		context.logger.info('Another poll of this trigger was quicker; what it left comes next time');
		return null;
	}
	const items = toItems(result.emit, settings);
	writeNotes(context, result, kept !== undefined);
	if (items === null && kept) {
		undeliveredProgress.remember(trigger, setTo, kept, result.state);
	} else {
		undeliveredProgress.forget(trigger);
	}
	const change = { state: result.state, before: kept, isHandedOver: items !== null };
	if (keepState(context, change)) handOvers.note(trigger);
	return items;
}

function withBigInts(_key: string, value: unknown): unknown {
	return typeof value === 'bigint' ? String(value) : value;
}

function budgetOf(context: IPollFunctions): number {
	return context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
}

function sourceOf(client: EventLogClient, { source, filters }: TriggerSettings): Source {
	if (source === 'list') {
		return {
			fetchPage: async (request) => await client.listPage(filters, request),
			fetchUnfilteredPage: async (request) => await client.listPage({}, request),
			orderIsReliable: true,
			matches: () => true,
		};
	}
	const fetchPage: FetchPage = async (request) => await client.feedPage(request);
	return {
		fetchPage,
		fetchUnfilteredPage: fetchPage,
		orderIsReliable: false,
		matches: createMatcher(filters),
	};
}

async function withNodeErrors<T>(context: IPollFunctions, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (failure) {
		throw toReadingError(context.getNode(), failure);
	}
}

async function showNewest(
	context: IPollFunctions,
	source: Source,
	settings: TriggerSettings,
): Promise<INodeExecutionData[][]> {
	const deadlineMs = Date.now() + budgetOf(context) * SHARE_FOR_READING;
	const events = await withNodeErrors(context, () =>
		readNewestEvents(source.fetchPage, {
			...source,
			pageSize: settings.pageSize,
			wanted: TEST_RUN_EVENTS,
			isTimeUp: () => Date.now() >= deadlineMs,
		}),
	);
	const items = toItems(events, settings);
	if (items !== null) return items;
	throw new NodeOperationError(context.getNode(), 'No event in the log passes these filters', {
		description:
			'A test run shows the newest events that pass. Remove or widen a filter and test again, or activate (publish) the workflow and wait for the first such event.',
		level: 'warning',
	});
}

function toItems(
	events: readonly LoggedEvent[],
	{ emit, simplify }: TriggerSettings,
): INodeExecutionData[][] | null {
	if (events.length === 0) return null;
	const toJson = (event: LoggedEvent) => toItemJson(event, simplify);
	if (emit === 'digest') return [[{ json: { ...toDigest(events, toJson) } }]];
	return [events.map((event) => ({ json: toJson(event) }))];
}

function writeNotes({ logger }: IPollFunctions, result: PollResult, hadState: boolean): void {
	const { emit, late, backlog, windowShrunkToMs, started } = result;
	if (started && hadState) {
		logger.info('The credential opens another log than before; it is begun as Start From says');
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
}
