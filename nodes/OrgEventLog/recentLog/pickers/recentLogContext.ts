import { hash } from 'node:crypto';
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE, createEventLogClient } from '../../api/clientContext';
import { readCredentialFields } from '../../api/credentialFields';
import type { PageRequest } from '../../api/page';
import { isEventLogFailure, isOutOfReach } from '../../errors/failure';
import { MAX_LOOKED_AT, type LogSummary, summarizeLog } from '../summary';

/** Somebody is looking at an open list meanwhile. */
const TIMEOUT_MS = 15_000;
const REMEMBERED_MS = 60_000;

/** One is enough: people open lists in one node at a time. */
let remembered: { key: string; atMs: number; summary: Promise<LogSummary> } | undefined;

/**
 * Sums up the recent events of the log that the node's credential opens: as read within this minute, or now. All who
 * ask while it is being read share it.
 *
 * @throws EventLogFailure, or n8n's own error if there is no credential
 */
export async function readRecentLog(context: ILoadOptionsFunctions): Promise<LogSummary> {
	const isFeed = readsFeed((name) => context.getCurrentNodeParameter(name));
	const key = `${await credentialKey(context)} ${isFeed ? 'feed' : 'list'}`;
	const nowMs = Date.now();
	const known = remembered?.key === key ? remembered : undefined;
	// A clock may also have been set back.
	if (known && Math.abs(nowMs - known.atMs) < REMEMBERED_MS) return await known.summary;
	const summary = readNow(context, isFeed);
	remembered = { key, atMs: nowMs, summary };
	// The next one to ask may have mended the cause of a failure.
	summary.catch(() => {
		if (remembered?.summary === summary) remembered = undefined;
	});
	return await summary;
}

/** Only the trigger has "Start the Workflow". */
function readsFeed(current: (name: string) => unknown): boolean {
	const isTrigger = current('emit') !== undefined;
	return isTrigger ? current('options.source') !== 'list' : current('operation') === 'feed';
}

/** Differs between credentials, even of the same log. Nobody can read their fields back from it. */
async function credentialKey(context: ILoadOptionsFunctions): Promise<string> {
	const stored = await context.getCredentials(CREDENTIAL_TYPE);
	const { baseUrl, ...fields } = readCredentialFields(stored);
	const id = context.getNode().credentials?.[CREDENTIAL_TYPE]?.id;
	return hash('sha256', JSON.stringify([id, baseUrl.href, fields]), 'base64url');
}

async function readNow(context: ILoadOptionsFunctions, isFeed: boolean): Promise<LogSummary> {
	const client = await createEventLogClient(context, {
		timeoutMs: TIMEOUT_MS,
		deadlineEpochMs: Date.now() + TIMEOUT_MS,
		maxParallelRequests: 1,
	});
	const newest: PageRequest = { order: 'DESC', skip: 0, limit: MAX_LOOKED_AT };
	// List documents its order, so that "the last events" are the last ones.
	const page = await client.listPage({}, newest).catch(async (thrown: unknown) => {
		if (!isFeed || !isEventLogFailure(thrown) || !isOutOfReach(thrown)) throw thrown;
		return await client.feedPage(newest);
	});
	return summarizeLog(page.events);
}
