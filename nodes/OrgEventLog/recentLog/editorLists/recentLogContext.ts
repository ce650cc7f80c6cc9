import { hash } from 'node:crypto';
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE, createEventLogClient } from '../../api/clientContext';
import { readCredentialFields } from '../../api/credentialFields';
import type { PageRequest } from '../../api/page';
import { isEventLogFailure, isOutOfReach } from '../../errors/failure';
import { MAX_NEWEST_EVENTS, type RecentValues, tallyValues } from '../recentValues';

/** Somebody waits before an open list meanwhile. */
const TIMEOUT_MS = 15_000;
const MAX_AGE_MS = 60_000;

/** One tally is enough, because people open lists in one node at a time. */
let remembered: { key: string; atMs: number; recent: Promise<RecentValues> } | undefined;

/**
 * Tallies the recent events of the log that the node's credential opens: as read within this minute, or now. All who
 * ask while it is being read share it.
 *
 * @throws EventLogFailure, or n8n's own error if there is no credential
 */
export async function readRecentLog(context: ILoadOptionsFunctions): Promise<RecentValues> {
	const isFeed = readsFeed((name) => context.getCurrentNodeParameter(name));
	const key = `${await hashCredential(context)} ${isFeed ? 'feed' : 'list'}`;
	const nowMs = Date.now();
	const memory = remembered?.key === key ? remembered : undefined;
	// A clock may also have been set back.
	if (memory && Math.abs(nowMs - memory.atMs) < MAX_AGE_MS) return await memory.recent;
	const recent = tallyLog(context, isFeed);
	remembered = { key, atMs: nowMs, recent };
	// The next one to ask may have mended the cause of a failure.
	recent.catch(() => {
		if (remembered?.recent === recent) remembered = undefined;
	});
	return await recent;
}

/** Only the trigger has "Start the Workflow". */
function readsFeed(current: (name: string) => unknown): boolean {
	const isTrigger = current('emit') !== undefined;
	return isTrigger ? current('options.source') !== 'list' : current('operation') === 'feed';
}

/** Tells credentials apart, even of the same log, by a hash that nobody can read their fields from. */
async function hashCredential(context: ILoadOptionsFunctions): Promise<string> {
	const credential = await context.getCredentials(CREDENTIAL_TYPE);
	const { baseUrl, ...fields } = readCredentialFields(credential);
	const id = context.getNode().credentials?.[CREDENTIAL_TYPE]?.id;
	return hash('sha256', JSON.stringify([id, baseUrl.href, fields]), 'base64url');
}

async function tallyLog(context: ILoadOptionsFunctions, isFeed: boolean): Promise<RecentValues> {
	const client = await createEventLogClient(context, {
		timeoutMs: TIMEOUT_MS,
		deadlineEpochMs: Date.now() + TIMEOUT_MS,
		maxParallelRequests: 1,
	});
	const newest: PageRequest = { order: 'DESC', skip: 0, limit: MAX_NEWEST_EVENTS };
	// List documents its order, so that "the last events" are the last ones.
	const page = await client.listPage({}, newest).catch(async (thrown: unknown) => {
		if (!isFeed || !isEventLogFailure(thrown) || !isOutOfReach(thrown)) throw thrown;
		return await client.feedPage(newest);
	});
	return tallyValues(page.events);
}
