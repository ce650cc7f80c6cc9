import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { EventLogClient } from '../api/client';
import { createEventLogClient } from '../api/clientContext';
import { EventLogFailure } from '../errors/failure';
import { explainNothingFound } from '../recentLog/nothingFound';
import { toTestItems } from './alerts';
import { DEFAULT_BUDGET_MS, occasionOf } from './occasionContext';
import { ProcessMemory } from './processMemory';
import { type TriggerSettings, readTriggerSettings } from './settings';
import { readNewestEvents } from './testRun';
import { type TriggerLog, logOf } from './triggerLog';
import { pollTrigger } from './triggerPollContext';

/** Reading ends with the page that is being read when this share of the budget is used up. */
const SHARE_FOR_READING = 0.5;
/** No request is started or waited for past this share: what is left is for n8n's own work. */
const SHARE_FOR_REQUESTS = 0.85;
/** Minimum time for requests, even if n8n's budget is smaller: otherwise no poll would advance. */
const MIN_REQUESTS_MS = 10_000;
/** Of this process of n8n. */
const MEMORY = new ProcessMemory();

/**
 * One poll of the trigger: the new events since the last one, or null where there are none.
 *
 * @throws ParameterError or EventLogFailure; the stored state is then as it was before
 */
export async function pollEventLog(
	context: IPollFunctions,
	memory = MEMORY,
): Promise<INodeExecutionData[][] | null> {
	const occasion = occasionOf(context);
	const trigger = `${context.getWorkflow().id} ${context.getNode().id}`;
	// Before anything is waited for: n8n has read the state already.
	const wasOvertaken = memory.watchForOverlap(trigger);
	const settings = readTriggerSettings({
		get: (name, fallback) => context.getNodeParameter(name, fallback),
		stored: context.getNode().parameters,
		timezone: context.getTimezone(),
	});
	// Nobody is told why a publication failed, so that a test run has to.
	if (occasion === 'testRun') settings.startFrom();
	const budgetMs = context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
	const client = await createEventLogClient(context, {
		timeoutMs: settings.timeoutMs,
		maxParallelRequests: 1,
		deadlineEpochMs: Date.now() + Math.max(budgetMs * SHARE_FOR_REQUESTS, MIN_REQUESTS_MS),
	});
	const log = logOf(client, settings);
	const readingTimeMs = budgetMs * SHARE_FOR_READING;
	if (occasion === 'testRun') return await showNewest(client, log, settings, readingTimeMs);
	const { logScope } = client;
	return await pollTrigger(context, {
		...{ occasion, trigger, settings, log, logScope, readingTimeMs, wasOvertaken, memory },
	});
}

async function showNewest(
	client: EventLogClient,
	{ source, matches }: TriggerLog,
	settings: TriggerSettings,
	readingTimeMs: number,
): Promise<INodeExecutionData[][]> {
	const deadlineMs = Date.now() + readingTimeMs;
	const { events, lookedAt } = await readNewestEvents(source, {
		matches,
		wantsAll: settings.emit.kind === 'burst',
		isTimeUp: () => Date.now() >= deadlineMs,
	});
	const items = toTestItems(events, settings, { lookedAt, hostMs: Date.now() });
	if (items.length > 0) return [[...items]];
	if (events.length > 0) throw new EventLogFailure('noBurstToShow');
	const explanation = await explainNothingFound(client, { ...settings, range: {} });
	throw new EventLogFailure('nothingToShow', { explanation });
}
