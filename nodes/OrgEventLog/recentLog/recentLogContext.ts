import { createHash } from 'node:crypto';
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE, createEventLogClient } from '../api/clientContext';
import { readCredentialFields } from '../api/credentialFields';
import { isEventLogFailure, isOutOfReach } from '../errors/failure';
import { MAX_REQUESTS, readRecentEvents } from './recentEvents';
import { ShortMemory } from './shortMemory';
import { type LogSummary, summarize } from './summary';

/** Somebody is looking at an open list meanwhile. */
const TIMEOUT_MS = 15_000;
const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 50;

const memory = new ShortMemory<LogSummary>(REMEMBERED_MS, MAX_REMEMBERED, () => Date.now());

/**
 * What the recent events hold of the log that the node's credential opens; of this minute, or read
 * now with two requests at most.
 *
 * @throws EventLogFailure, or n8n's own error where there is no credential
 */
export async function readRecentLog(context: ILoadOptionsFunctions): Promise<LogSummary> {
	const isFeed = context.getCurrentNodeParameter('source') === 'feed';
	const key = `${await credentialKey(context)} ${isFeed ? 'feed' : 'list'}`;
	return await memory.recall(key, async () => {
		const client = await createEventLogClient(context, {
			timeoutMs: TIMEOUT_MS,
			deadlineEpochMs: Date.now() + TIMEOUT_MS,
			maxParallelRequests: 1,
			maxRequests: MAX_REQUESTS,
		});
		// List is what documents its order, so that "the last events" are the last ones.
		const fromList = readRecentEvents(async (request) => await client.listPage({}, request));
		if (!isFeed) return summarize(await fromList);
		const events = await fromList.catch(async (thrown: unknown) => {
			if (!isEventLogFailure(thrown) || !isOutOfReach(thrown)) throw thrown;
			return await readRecentEvents(async (request) => await client.feedPage(request));
		});
		return summarize(events);
	});
}

/** Tells credentials apart, those that open the same log as well. Nothing in it can be read back. */
async function credentialKey(context: ILoadOptionsFunctions): Promise<string> {
	const stored = await context.getCredentials(CREDENTIAL_TYPE);
	const { baseUrl, ...fields } = readCredentialFields(stored);
	const id = context.getNode().credentials?.[CREDENTIAL_TYPE]?.id;
	return createHash('sha256')
		.update(JSON.stringify([id, baseUrl.href, fields]))
		.digest('base64url');
}
