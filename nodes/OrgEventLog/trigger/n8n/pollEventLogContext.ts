import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { createEventLogClient } from '../../api/clientContext';
import { refusalOfExpression } from '../../parameters/triggerExpressions';
import { parseTriggerSettings } from '../../parameters/parseTriggerSettings';
import type { NodeParameters } from '../../parameters/readField';
import { readEmit } from '../emits/emits';
import { runTest } from '../testRun';
import { openLog } from '../triggerLog';
import { budgetMsOf, registerPoll } from './occasionContext';
import { pollAndKeep } from './pollAndKeepContext';
import { ProcessMemory, StateStore } from './stateStoreContext';

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

/** Gives the items for the new events since the last poll, or null. @throws ParameterError or EventLogFailure */
export async function pollEventLog(
	context: IPollFunctions,
	processMemory = PROCESS_MEMORY,
): Promise<INodeExecutionData[][] | null> {
	const occasion = registerPoll(context);
	const parameters = parametersOf(context);
	const settings = parseTriggerSettings(parameters);
	const budgetMs = budgetMsOf(context, occasion);
	const readingTimeMs = budgetMs * SHARE_FOR_READING;
	const pollOptions = { settings, emit: readEmit(parameters), readingTimeMs };
	const startedAtMs = Date.now();
	const { timeoutMs, firstPageSize } = settings;
	const clientOptions = {
		...{ timeoutMs, firstPageSize, maxParallelRequests: 1 },
		deadlineEpochMs: startedAtMs + Math.max(budgetMs * SHARE_FOR_REQUESTS, MIN_REQUESTS_MS),
	};
	if (occasion === 'testRun') {
		// Nobody is told why a publication failed, so a test run has to say it.
		settings.startFrom();
		const items = await runTest(await createEventLogClient(context, clientOptions), pollOptions);
		return [items.map((json) => ({ json }))];
	}
	const store = new StateStore(context, processMemory, occasion);
	const client = await createEventLogClient(context, {
		...clientOptions,
		learnedPageLength: store.inProcess.learnedPageLength,
		waitDeadlineEpochMs: occasion === 'schedule' ? startedAtMs + MAX_WAITING_MS : Infinity,
	});
	const { logScope } = client;
	const log = openLog(client, settings, store.profileOf(logScope, settings.source));
	return await pollAndKeep(context, { ...pollOptions, occasion, store, log, logScope });
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
