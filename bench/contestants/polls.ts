import type { IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';
import { createPollContext, createStaticData } from '../../test/support/n8nContexts';
import type { PollContextOptions } from '../../test/support/n8nContexts';
import { CREDENTIAL_TYPE, TRIGGER } from '../product';
import { requestsDuring } from './measuring';
import { credentialOf, loadNode } from './n8n';
import type { ReadTask } from '../log';

type Items = INodeExecutionData[];

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
	await poll({ parameters: { source: 'feed', ...upToLast } });
	const parameters = { source: 'feed', options: { pageSize: task.pageSize } };
	return async () => await poll({ parameters });
}

export async function firstPoll(task: ReadTask): Promise<() => Promise<Items>> {
	const poll = triggerFor(task);
	await poll({ activation: 'activate' });
	return poll;
}

async function repeated({ polls = 1 }: ReadTask, work: () => Promise<Items>): Promise<Items> {
	const items: Items = [];
	for (let done = 0; done < polls; done++) items.push(...(await work()));
	return items;
}

/** Polls of a log in which nothing happens, after those that got to know the service. */
export async function quietPolls(task: ReadTask): Promise<() => Promise<Items>> {
	const poll = await firstPoll(task);
	await poll();
	return async () => await repeated(task, poll);
}

/** The requests of quiet polls through n8n's helper in the same kind of context, nothing else. */
export async function requestsOfQuietPolls(task: ReadTask): Promise<() => Promise<Items>> {
	const poll = await firstPoll(task);
	await poll();
	const { paths } = await requestsDuring(poll);
	const requests = paths.map((path): IHttpRequestOptions => {
		const { origin, pathname, searchParams } = new URL(path, task.baseUrl);
		const [url, qs] = [`${origin}${pathname}`, Object.fromEntries(searchParams)];
		return { method: 'GET', url, qs, encoding: 'text', returnFullResponse: true };
	});
	const [node, credential] = [loadNode(TRIGGER), credentialOf(task)];
	const requestOnce = async () => {
		const { context, run } = createPollContext({ node, credential });
		const { helpers } = context;
		await run(async () => {
			for (const request of requests) {
				await helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_TYPE, request);
			}
		});
		return [];
	};
	return async () => await repeated(task, requestOnce);
}
