import { addCredential } from '../n8n/editing';
import type { EditorApi } from '../n8n/editorApi';
import { fieldOf } from '../n8n/editorApi';
import { publish } from '../n8n/publication';
import type { N8nSettings } from '../n8n/settings';
import { editorUrl } from '../n8n/settings';
import type { WaitOptions } from '../processes/waitUntil';
import { waitUntil } from '../processes/waitUntil';
import type { EventLogService } from '../service';
import { SCOPE_READ } from '../service';
import { BURST_WEBHOOK, BURST_WORKFLOW, burstWorkflow } from './workflows';

/** What became of many executions at once that all began with an expired access token. */
export interface BurstOutcome {
	readonly executions: number;
	readonly succeeded: number;
	/** How often the refresh token was exchanged for them. */
	readonly exchanges: number;
	/** How often it may have been at most. */
	readonly mostExchanges: number;
}

const EXECUTIONS = 20;
/**
 * n8n exchanges the refresh token for each request that is refused. Return All begins with two at
 * once; those that follow read the new access token from n8n's database.
 */
const FIRST_REQUESTS = 2;
/** Long enough for all of them to be refused before the first has a new token. */
const LATENCY_MS = 300;
/** Nobody else's, so that its exchanges can be told from the trigger's. */
const REFRESH_TOKEN = 'refresh-token-of-grace-8c21d05e9a';

function exchangesOf({ requests }: EventLogService): number {
	return requests.filter(
		({ operation, headers }) =>
			operation === 'tokenExchange' && headers['authorization'] === `Bearer ${REFRESH_TOKEN}`,
	).length;
}

async function publishBurst(api: EditorApi, service: EventLogService, wait: WaitOptions) {
	const account = { refreshToken: REFRESH_TOKEN, email: 'grace@example.com', scopes: [SCOPE_READ] };
	service.accounts.refreshTokens.push(account);
	const name = 'Queue mode: a refresh token of its own';
	const data = {
		baseUrl: service.baseUrl,
		authentication: 'refreshToken',
		refreshToken: REFRESH_TOKEN,
		apiVersion: 'v1',
	};
	await api.post('workflows', burstWorkflow(await addCredential(api, name, data)));
	await publish(api, BURST_WORKFLOW, wait);
}

/** Gives what the webhook's workflow counted; nothing where it failed. */
async function callWebhook(settings: N8nSettings, signal: AbortSignal): Promise<unknown> {
	const response = await fetch(`${editorUrl(settings)}/${BURST_WEBHOOK}`, { signal });
	return response.ok ? fieldOf(await response.json(), 'events') : undefined;
}

/**
 * Runs a workflow that lists all events of yesterday twenty times at once, when the access token
 * that n8n has kept for its credential has just expired.
 */
export async function runBurst(
	api: EditorApi,
	settings: N8nSettings,
	service: EventLogService,
	wait: WaitOptions,
): Promise<BurstOutcome> {
	await publishBurst(api, service, wait);
	const expected = await waitUntil('the webhook of the burst', wait, async () => {
		return await callWebhook(settings, wait.signal);
	});
	const before = exchangesOf(service);
	service.expireAccessTokens();
	service.behaviour.latencyMs = LATENCY_MS;
	try {
		const results = await Promise.all(
			Array.from({ length: EXECUTIONS }, () => callWebhook(settings, wait.signal)),
		);
		return {
			executions: EXECUTIONS,
			succeeded: results.filter((events) => events === expected).length,
			exchanges: exchangesOf(service) - before,
			mostExchanges: EXECUTIONS * FIRST_REQUESTS,
		};
	} finally {
		service.behaviour.latencyMs = 0;
	}
}
