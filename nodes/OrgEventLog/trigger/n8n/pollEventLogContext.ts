import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { EventLogClient } from '../../api/client';
import { createEventLogClient } from '../../api/clientContext';
import { EventLogFailure } from '../../errors/failure';
import { explainNothingFound } from '../../recentLog/explanations/nothingFound';
import { toTestItems } from '../alerts/alerts';
import type { Occasion } from './failedPoll';
import { ProcessMemory } from './processMemory';
import { refusalOfExpression } from '../../parameters/triggerExpressions';
import { type TriggerSettings, readTriggerSettings } from '../../parameters/triggerSettings';
import { StateStore } from './stateStoreContext';
import { logOf, readNewestEvents } from '../poll/triggerLog';
import { pollTrigger } from './triggerPollContext';

/** What n8n gives a poll where it does not say: five minutes. */
const DEFAULT_BUDGET_MS = 5 * 60_000;
/** n8n 2.40 gives a publication up after 84 s, and takes the trigger for failed, although its poll goes on. */
const ACTIVATION_BUDGET_MS = 80_000;
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
	const stored = context.getNode().parameters;
	const settings = readTriggerSettings({
		get(name, fallback) {
			try {
				return context.getNodeParameter(name, fallback);
			} catch (thrown) {
				throw refusalOfExpression(name, stored) ?? thrown;
			}
		},
		stored,
		timezone: context.getTimezone(),
	});
	// Nobody is told why a publication failed, so that a test run has to.
	if (occasion === 'testRun') settings.startFrom();
	const isActivation = occasion === 'restart' || occasion === 'publication';
	const givenMs = context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
	const budgetMs = isActivation ? Math.min(givenMs, ACTIVATION_BUDGET_MS) : givenMs;
	const readingTimeMs = budgetMs * SHARE_FOR_READING;
	const createClient = async () =>
		await createEventLogClient(context, {
			timeoutMs: settings.timeoutMs,
			firstPageSize: settings.firstPageSize,
			maxParallelRequests: 1,
			deadlineEpochMs: Date.now() + Math.max(budgetMs * SHARE_FOR_REQUESTS, MIN_REQUESTS_MS),
		});
	if (occasion === 'testRun')
		return await showNewest(await createClient(), settings, readingTimeMs);
	const store = new StateStore(context, memory, occasion);
	const client = await createClient();
	return await pollTrigger(context, {
		...{ occasion, settings, readingTimeMs, store },
		log: logOf(client, settings),
		logScope: client.logScope,
	});
}

async function showNewest(
	client: EventLogClient,
	settings: TriggerSettings,
	readingTimeMs: number,
): Promise<INodeExecutionData[][]> {
	const deadlineMs = Date.now() + readingTimeMs;
	const log = logOf(client, settings);
	const isTimeUp = () => Date.now() >= deadlineMs;
	const upTo = settings.emit.kind === 'burst' ? 'end' : 'firstMatch';
	const { events, lookedAt } = await readNewestEvents(log, upTo, isTimeUp);
	const items = toTestItems(events, settings, lookedAt, Date.now());
	if (items.length > 0) return [[...items]];
	if (events.length > 0) throw new EventLogFailure('noBurstToShow', {});
	const explanation = await explainNothingFound(client, { ...settings, range: {} });
	throw new EventLogFailure('nothingToShow', { explanation });
}

/** In n8n's default mode the context of an activation is kept for all polls after it. */
const contextsThatPolled = new WeakSet<IPollFunctions>();

/** Why this poll is made. To be asked once for each poll. */
function occasionOf(context: IPollFunctions): Occasion {
	if (context.getMode() === 'manual') return 'testRun';
	const isFirst = !contextsThatPolled.has(context);
	contextsThatPolled.add(context);
	if (!isFirst || isOfDurableScheduler(context)) return 'schedule';
	const activation = context.getActivationMode();
	return activation === 'init' || activation === 'leadershipChange' ? 'restart' : 'publication';
}

/**
 * The durable scheduler makes a context for each of its polls and calls all of them updates, as a
 * publication is called. But its budget alone differs from five minutes; one that is set to just that is taken
 * for an activation.
 */
function isOfDurableScheduler(context: IPollFunctions): boolean {
	const budgetMs = context.getPollBudgetMs?.();
	return budgetMs !== undefined && budgetMs !== DEFAULT_BUDGET_MS;
}
