import type { INodeExecutionData } from 'n8n-workflow';
import { createPollContext, createStaticData } from '../../test/support/n8nContexts';
import type { PollContextOptions } from '../../test/support/n8nContexts';
import { TRIGGER } from '../product';
import { credentialOf, loadNode } from './n8n';
import type { ReadTask } from '../log';

type Items = INodeExecutionData[];

/** The first polls after the start look around. */
const WARM_UPS = 3;

/** So that each trigger is another one: of one whose state is gone, the process knows what it has delivered. */
let triggers = 0;

/** The trigger of one workflow; each call is a poll, in a context as n8n makes it for each. */
function triggerFor(task: ReadTask): (options?: PollContextOptions) => Promise<Items> {
	const [node, staticData, credential] = [
		loadNode(TRIGGER),
		createStaticData(),
		credentialOf(task),
	];
	triggers += 1;
	const workflowId = `workflow-${triggers}`;
	return async (options) => {
		const poll = { node, staticData, credential, workflowId, ...options };
		const { run } = createPollContext(poll);
		const output = await run((context) => node.poll?.call(context));
		return output?.[0] ?? [];
	};
}

/** One poll, after another one that consumed the event before the task's. */
export async function pollOfBacklog(task: ReadTask): Promise<() => Promise<Items>> {
	const poll = triggerFor(task);
	const startDate = new Date(task.afterMs).toISOString();
	const upToLast = { startFrom: 'date', startDate, options: { maxEventsPerPoll: 1 } };
	await poll({ parameters: upToLast });
	return async () => await poll({ parameters: {} });
}

/** Polls of a log in which nothing happens, after those that got to know the service. */
export async function quietPolls(task: ReadTask): Promise<() => Promise<Items>> {
	const poll = triggerFor(task);
	await poll({ activation: 'activate' });
	for (let warmUps = 0; warmUps < WARM_UPS; warmUps++) await poll();
	return async () => {
		const items: Items = [];
		for (let polls = 0; polls < (task.polls ?? 1); polls++) items.push(...(await poll()));
		return items;
	};
}
