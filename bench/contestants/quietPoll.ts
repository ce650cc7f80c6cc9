import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { CREDENTIAL_TYPE, TRIGGER } from '../product';
import { createStaticData, loadNode, poll, preparePoll, type Endpoint } from './n8n';
import { timed } from './timeAndMemory';

/** Until the trigger knows the service and all code is compiled. */
const POLLS_BEFORE = 20;
const REQUEST_SENT = 'http.client.request.start';

/** The paths, queries included, that this process asks for during some work. */
async function requestsDuring(work: () => Promise<void>): Promise<string[]> {
	const paths: string[] = [];
	const note = (message: unknown) => {
		if (typeof message !== 'object' || message === null || !('request' in message)) return;
		if (message.request instanceof ClientRequest) paths.push(message.request.path);
	};
	subscribe(REQUEST_SENT, note);
	await work();
	unsubscribe(REQUEST_SENT, note);
	return paths;
}

async function repeat(count: number, work: () => Promise<void>): Promise<void> {
	for (let done = 0; done < count; done++) await work();
}

/**
 * Polls of a log in which nothing happens, and beside them the same requests through n8n's own
 * helper in the same kind of context and nothing else: the difference is our own.
 */
export async function pollQuietly(task: Endpoint & { readonly polls: number }) {
	const [node, staticData] = [loadNode(TRIGGER), createStaticData()];
	const pollOnce = async () => {
		const items = await poll(task, { node, staticData });
		if (items.length > 0) throw new Error(`A quiet poll delivered ${items.length} events`);
	};
	await poll(task, { node, staticData, activation: 'activate' });
	const first = await requestsDuring(pollOnce);
	await repeat(POLLS_BEFORE, pollOnce);
	const later = await requestsDuring(pollOnce);

	const requests = later.map((path): IHttpRequestOptions => {
		const { origin, pathname, searchParams } = new URL(path, task.baseUrl);
		const [url, qs] = [`${origin}${pathname}`, Object.fromEntries(searchParams)];
		return { method: 'GET', url, qs, encoding: 'text', returnFullResponse: true };
	});
	const requestOnce = async () => {
		const { context, run } = preparePoll(task, { node });
		const { helpers } = context;
		await run(async () => {
			for (const request of requests) {
				await helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_TYPE, request);
			}
		});
	};
	await repeat(POLLS_BEFORE, requestOnce);
	const each = async (work: () => Promise<void>) => {
		const { ms, cpuMs } = await timed(async () => await repeat(task.polls, work));
		return { ms: ms / task.polls, cpuMs: cpuMs / task.polls };
	};
	return {
		requests: { first: first.length, later: later.length },
		poll: await each(pollOnce),
		request: await each(requestOnce),
	};
}
