import { hash } from 'node:crypto';
import type { ILoadOptionsFunctions, INodeType } from 'n8n-workflow';
import { readCredentialFields } from '../../api/credentialFields';
import { CREDENTIAL_TYPE, createEventLogClient } from '../../api/clientContext';
import { toNodeError } from '../../errors/nodeErrorContext';
import { FILTERS_WITH_VALUE_LIST } from '../../selection/filters';
import { fetchNewestEvents } from '../../reading/logEnds';
import { MAX_NEWEST_EVENTS, type RecentValues, tallyValues } from '../recentValues';
import {
	COLUMNS_METHOD,
	SEVERITY_CHOICES,
	offerChoices,
	offerColumns,
	searchMethodOf,
} from './listChoices';

type ListMethods = Required<NonNullable<INodeType['methods']>>;

/** The editor fills the list of a filter by the method that the filter's description names. */
export const listSearch: ListMethods['listSearch'] = Object.fromEntries(
	FILTERS_WITH_VALUE_LIST.map((filter) => [
		searchMethodOf(filter),
		async function (this: ILoadOptionsFunctions, typed = '') {
			if (filter === 'severity') return { results: SEVERITY_CHOICES };
			try {
				return { results: offerChoices(await readRecentValues(this), filter, typed) };
			} catch (thrown) {
				// In place of the list, n8n's editor shows no more than the message.
				const error = toNodeError(this.getNode(), thrown);
				const { message, description } = error;
				error.message = `${message}. ${description ?? ''} To enter a value without a list, choose By Value.`;
				throw error;
			}
		},
	]),
);

/** The editor fills the list of the columns by this method. */
export const loadOptions: ListMethods['loadOptions'] = {
	[COLUMNS_METHOD]: async function () {
		try {
			return offerColumns(await readRecentValues(this));
		} catch (thrown) {
			// n8n would lock a field without a list, and the simplified columns can be chosen all the same.
			const { message, description } = toNodeError(this.getNode(), thrown);
			const notice = `The other columns can't be listed: ${message}. ${description ?? ''}`.trim();
			return [{ name: notice, value: '', disabled: true }, ...offerColumns()];
		}
	},
};

/** Somebody waits before an open list, so reading takes no longer than this. */
const TIMEOUT_MS = 15_000;
const MAX_AGE_MS = 60_000;

/** One tally is enough, because people open lists in one node at a time. */
let lastTally: { key: string; readAtMs: number; recent: Promise<RecentValues> } | undefined;

/** Reads the log at most once a minute: all who ask meanwhile share a tally. @throws EventLogFailure, or n8n's error */
async function readRecentValues(context: ILoadOptionsFunctions): Promise<RecentValues> {
	const key = await hashCredential(context);
	const nowMs = Date.now();
	if (lastTally?.key === key && nowMs - lastTally.readAtMs < MAX_AGE_MS)
		return await lastTally.recent;
	const recent = tallyLog(context);
	lastTally = { key, readAtMs: nowMs, recent };
	// The next one to ask may have mended the cause of a failure.
	recent.catch(() => {
		if (lastTally?.recent === recent) lastTally = undefined;
	});
	return await recent;
}

/** Tells credentials apart, even of the same log, by a hash that nobody can read their fields from. */
async function hashCredential(context: ILoadOptionsFunctions): Promise<string> {
	const credential = await context.getCredentials(CREDENTIAL_TYPE);
	const { baseUrl, ...fields } = readCredentialFields(credential);
	const id = context.getNode().credentials?.[CREDENTIAL_TYPE]?.id;
	return hash('sha256', JSON.stringify([id, baseUrl.href, fields]), 'base64url');
}

async function tallyLog(context: ILoadOptionsFunctions): Promise<RecentValues> {
	const client = await createEventLogClient(context, {
		timeoutMs: TIMEOUT_MS,
		deadlineEpochMs: Date.now() + TIMEOUT_MS,
		maxParallelRequests: 1,
	});
	return tallyValues(await fetchNewestEvents(client, {}, MAX_NEWEST_EVENTS));
}
