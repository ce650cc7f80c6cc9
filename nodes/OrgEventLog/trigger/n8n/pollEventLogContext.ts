import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { PageLength } from '../../api/pageLengths';
import { createEventLogClient } from '../../api/clientContext';
import { refusalOfExpression } from '../../parameters/triggerExpressions';
import { readTriggerSettings } from '../../parameters/triggerSettings';
import type { NodeParameters } from '../../parameters/values';
import { readEmit } from '../emits/emits';
import { runTest } from '../testRun';
import { budgetMsOf, occasionOf } from './occasionContext';
import { ProcessMemory } from './processMemory';
import { StateStore } from './stateStoreContext';
import { pollTrigger } from './pollTriggerContext';

/** Reading ends with the page that is being read when this share of the budget is used up. */
const SHARE_FOR_READING = 0.5;
/** No request is started or waited for past this share: what is left is for n8n's own work. */
const SHARE_FOR_REQUESTS = 0.85;
/** Requests get at least this time, even if n8n's budget is smaller: otherwise no poll would advance. */
const MIN_REQUESTS_MS = 10_000;
/** The next poll comes a minute later at the earliest: a poll that has something to show waits no longer than that. */
const PATIENCE_MS = 50_000;
/** All triggers of this process of n8n share it. */
const MEMORY = new ProcessMemory();

/**
 * Polls once: gives the items for the new events since the last poll, or null if there are none.
 *
 * @throws ParameterError or EventLogFailure; the stored state is then as it was before
 */
export async function pollEventLog(
	context: IPollFunctions,
	memory = MEMORY,
): Promise<INodeExecutionData[][] | null> {
	const occasion = occasionOf(context);
	const parameters = parametersOf(context);
	const settings = readTriggerSettings(parameters);
	const emit = readEmit(parameters);
	const budgetMs = budgetMsOf(context, occasion);
	const readingTimeMs = budgetMs * SHARE_FOR_READING;
	const startedAtMs = Date.now();
	let isFruitful = false;
	const onProgress = () => {
		isFruitful = true;
	};
	const store = occasion === 'testRun' ? undefined : new StateStore(context, memory, occasion);
	const waitDeadlineEpochMs = () => {
		if (store?.isFollowed === true) return -Infinity;
		return isFruitful ? startedAtMs + PATIENCE_MS : Infinity;
	};
	const { timeoutMs, firstPageSize } = settings;
	const connect = async (pageLength?: PageLength) =>
		await createEventLogClient(context, {
			...{ timeoutMs, firstPageSize, pageLength, maxParallelRequests: 1 },
			deadlineEpochMs: startedAtMs + Math.max(budgetMs * SHARE_FOR_REQUESTS, MIN_REQUESTS_MS),
			waitDeadlineEpochMs,
		});
	if (store === undefined || occasion === 'testRun') {
		// Nobody is told why a publication failed, so a test run has to say it.
		settings.startFrom();
		const items = await runTest(await connect(), { settings, emit, readingTimeMs });
		return [items.map((json) => ({ json }))];
	}
	const asked = { occasion, settings, emit, readingTimeMs, store, connect, onProgress };
	return await pollTrigger(context, asked);
}

function parametersOf(context: IPollFunctions): NodeParameters {
	const stored = context.getNode().parameters;
	return {
		get(name, fallback) {
			try {
				return context.getNodeParameter(name, fallback);
			} catch (thrown) {
				throw refusalOfExpression(name, stored) ?? thrown;
			}
		},
		stored,
		timezone: context.getTimezone(),
	};
}
