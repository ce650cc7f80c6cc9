import { hash } from 'node:crypto';
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE, createEventLogClient } from '../../api/clientContext';
import { readCredentialFields } from '../../api/credentialFields';
import type { LoggedEvent } from '../../events/event';
import type { FetchPage, PageRequest } from '../../api/page';
import { isEventLogFailure, isOutOfReach } from '../../errors/failure';
import { type LogSummary, summarize } from '../summary';

/** Somebody is looking at an open list meanwhile. */
const TIMEOUT_MS = 15_000;
export const REMEMBERED_MS = 60_000;
export const MAX_REMEMBERED = 50;

/** Events asked for at once. */
export const RECENT_PAGE_SIZE = 1_000;

/** What is read for a list in the editor: two requests at most. */
export const MAX_REQUESTS = 2;

const remembered = new Map<string, { summary: Promise<LogSummary>; atMs: number }>();

/**
 * What is remembered under the key, of the last minute, or what `load` gives; those who ask while it is
 * being loaded share it. @throws what `load` throws, each time
 */
export async function recall(key: string, load: () => Promise<LogSummary>): Promise<LogSummary> {
	const nowMs = Date.now();
	for (const [other, { atMs }] of remembered) {
		// Neither does a clock that was set back keep anything.
		if (Math.abs(nowMs - atMs) >= REMEMBERED_MS) remembered.delete(other);
	}
	const known = remembered.get(key);
	if (known !== undefined) return await known.summary;
	const [oldest = key] = remembered.keys();
	if (remembered.size >= MAX_REMEMBERED) remembered.delete(oldest);
	const loaded = { summary: load(), atMs: nowMs };
	remembered.set(key, loaded);
	// A failure is not remembered: the next one to ask may have mended its cause.
	loaded.summary.catch(() => {
		if (remembered.get(key) === loaded) remembered.delete(key);
	});
	return await loaded.summary;
}

/**
 * What the recent events hold of the log that the node's credential opens; of this minute, or read
 * now with two requests at most.
 *
 * @throws EventLogFailure, or n8n's own error where there is no credential
 */
export async function readRecentLog(context: ILoadOptionsFunctions): Promise<LogSummary> {
	const isFeed = context.getCurrentNodeParameter('source') === 'feed';
	const key = `${await credentialKey(context)} ${isFeed ? 'feed' : 'list'}`;
	return await recall(key, async () => {
		const client = await createEventLogClient(context, {
			timeoutMs: TIMEOUT_MS,
			deadlineEpochMs: Date.now() + TIMEOUT_MS,
			maxParallelRequests: 1,
			maxRequests: MAX_REQUESTS,
		});
		// List is what documents its order, so that "the last events" are the last ones.
		const fromList = readRecent(async (request) => await client.listPage({}, request));
		const events = await fromList.catch(async (thrown: unknown) => {
			if (!isFeed || !isEventLogFailure(thrown) || !isOutOfReach(thrown)) throw thrown;
			return await readRecent(async (request) => await client.feedPage(request));
		});
		return summarize(events);
	});
}

/** Tells credentials apart, those that open the same log as well. Nothing in it can be read back. */
async function credentialKey(context: ILoadOptionsFunctions): Promise<string> {
	const stored = await context.getCredentials(CREDENTIAL_TYPE);
	const { baseUrl, ...fields } = readCredentialFields(stored);
	const id = context.getNode().credentials?.[CREDENTIAL_TYPE]?.id;
	return hash('sha256', JSON.stringify([id, baseUrl.href, fields]), 'base64url');
}

/**
 * The newest events of the log, up to two pages of them. Where the second page can't be read, the
 * first is enough.
 */
async function readRecent(fetchPage: FetchPage<LoggedEvent>): Promise<readonly LoggedEvent[]> {
	const request: PageRequest = { order: 'DESC', skip: 0, limit: RECENT_PAGE_SIZE };
	const { events: newest } = await fetchPage(request);
	if (newest.length === 0) return [];
	const oldestMs = newest.reduce((min, { createdAtMs }) => Math.min(min, createdAtMs), Infinity);
	// One beyond the oldest, so that its own instant is in there whichever way the bound is read.
	const older = await fetchPage({ ...request, beforeMs: oldestMs + 1 }).then(
		({ events }) => events,
		() => [],
	);
	const known = new Set(newest.map(({ id }) => id));
	return [...newest, ...older.filter(({ id }) => !known.has(id))];
}
