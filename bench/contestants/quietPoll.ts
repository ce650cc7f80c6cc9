import type { IHttpRequestOptions } from 'n8n-workflow';
import { forgetRequests, seenRequests, type SeenRequest } from '../processes/serviceControl';
import { createPollContext, createStaticData } from '../../test/support/n8nContexts';
import { numberOf, textOf, type Values } from '../values';
import { loadBuiltNode } from './builtNodes';
import { credentialFor } from './nodeRun';
import { poll } from './pollBacklog';
import { collectGarbage, timed } from './stopwatch';

const CREDENTIAL_TYPE = 'orgEventLogApi';
/** Until the trigger has learned what it can and machine code is made. */
const POLLS_BEFORE = 20;

/**
 * Polls of a log in which nothing happens, and beside them the same requests through n8n's own
 * helper in the same kind of context and nothing else: the difference is our own.
 */
export async function measureQuietPoll(settings: Values): Promise<Values> {
	const baseUrl = textOf(settings, 'baseUrl');
	const polls = numberOf(settings, 'polls');
	const staticData = createStaticData();
	await poll(baseUrl, staticData, {}, 'activate');
	const secondPoll = await requestsDuring(baseUrl, async () => {
		await pollQuietly(baseUrl, staticData);
	});
	await times(POLLS_BEFORE, async () => await pollQuietly(baseUrl, staticData));
	const laterPoll = await requestsDuring(baseUrl, async () => {
		await pollQuietly(baseUrl, staticData);
	});
	const ask = async () => await askTheSame(baseUrl, laterPoll);
	await times(POLLS_BEFORE, ask);
	collectGarbage();
	const ours = await timed(
		async () => await times(polls, async () => await pollQuietly(baseUrl, staticData)),
	);
	const helpers = await timed(async () => await times(polls, ask));
	return {
		requestsOfFirst: secondPoll.length,
		requestsOfLater: laterPoll.length,
		cpuMs: ours.cpuMs / polls,
		helperCpuMs: helpers.cpuMs / polls,
		ms: ours.ms / polls,
		helperMs: helpers.ms / polls,
	};
}

async function times(count: number, work: () => Promise<void>): Promise<void> {
	for (let done = 0; done < count; done++) await work();
}

async function pollQuietly(
	baseUrl: string,
	staticData: ReturnType<typeof createStaticData>,
): Promise<void> {
	const items = await poll(baseUrl, staticData, {});
	if (items.length > 0) throw new Error(`A quiet poll delivered ${items.length} events`);
}

async function requestsDuring(
	baseUrl: string,
	work: () => Promise<void>,
): Promise<readonly SeenRequest[]> {
	await forgetRequests(baseUrl);
	await work();
	return await seenRequests(baseUrl);
}

/** A poll's requests by n8n's helper in a context of their own. */
async function askTheSame(baseUrl: string, requests: readonly SeenRequest[]): Promise<void> {
	const node = loadBuiltNode('OrgEventLogTrigger');
	const { context, run } = createPollContext({ node, credential: credentialFor(baseUrl) });
	await run(async () => {
		for (const { path, query } of requests) {
			const options: IHttpRequestOptions = {
				method: 'GET',
				url: `${baseUrl}${path}`,
				qs: { ...query },
				encoding: 'text',
				returnFullResponse: true,
			};
			await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_TYPE, options);
		}
	});
}
