import { chainOf, eventLogNode, onRequest } from '../../n8n/chain';
import type { CredentialName } from '../../n8n/editing';
import { addActive, addCredential } from '../../n8n/editing';
import { fieldOf } from '../../n8n/editorApi';
import { editorUrl } from '../../n8n/settings';
import { waitUntil } from '../../processes/waitUntil';
import { SCOPE_READ } from '../../service';
import type { Lab } from '../lab';

/** What became of many executions at once that all began with an expired access token. */
interface Burst {
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
const PATH = 'burst';
const YESTERDAY = { timeRange: 'period', period: 'yesterday' };
const EVENTS_OF_YESTERDAY = { operation: 'list', returnAll: true, ...YESTERDAY };

/** Lists the events of yesterday; whoever calls the webhook is told whether that succeeded. */
function burstWorkflow(orgEventLogApi: CredentialName) {
	return chainOf('Many at once', [
		onRequest(PATH),
		eventLogNode(orgEventLogApi, EVENTS_OF_YESTERDAY),
		{
			name: 'How Many',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			executeOnce: true,
			parameters: {
				mode: 'raw',
				jsonOutput: '={{ { events: $input.all().length } }}',
				options: {},
			},
		},
	]);
}

function exchangesOf({ systems: { service } }: Lab): number {
	return service.requests.filter(
		({ operation, headers }) =>
			operation === 'tokenExchange' && headers['authorization'] === `Bearer ${REFRESH_TOKEN}`,
	).length;
}

async function publishBurst(lab: Lab): Promise<void> {
	const { service } = lab.systems;
	const account = { refreshToken: REFRESH_TOKEN, email: 'grace@example.com', scopes: [SCOPE_READ] };
	service.accounts.refreshTokens.push(account);
	const way = { authentication: 'refreshToken', refreshToken: REFRESH_TOKEN };
	const data = { baseUrl: service.baseUrl, ...way, apiVersion: 'v1' };
	const api = await lab.api();
	await addActive(api, burstWorkflow(await addCredential(api, 'A token of its own', data)));
}

/** Gives what the workflow counted; nothing where it failed. */
async function callWebhook({ n8n, wait: { signal } }: Lab): Promise<unknown> {
	const response = await fetch(`${editorUrl(n8n.main.n8n.settings)}/webhook/${PATH}`, { signal });
	return response.ok ? fieldOf(await response.json(), 'events') : undefined;
}

/**
 * Runs a workflow that lists all events of yesterday twenty times at once, when the access token
 * that n8n has kept for its credential has just expired.
 */
export async function runBurst(lab: Lab): Promise<Burst> {
	await publishBurst(lab);
	const expected = await waitUntil('the webhook', lab.wait, async () => await callWebhook(lab));
	const before = exchangesOf(lab);
	const { service } = lab.systems;
	service.expireAccessTokens();
	service.behaviour.latencyMs = LATENCY_MS;
	try {
		const calls = Array.from({ length: EXECUTIONS }, async () => await callWebhook(lab));
		const results = await Promise.all(calls);
		return {
			executions: EXECUTIONS,
			succeeded: results.filter((events) => events === expected).length,
			exchanges: exchangesOf(lab) - before,
			mostExchanges: EXECUTIONS * FIRST_REQUESTS,
		};
	} finally {
		service.behaviour.latencyMs = 0;
	}
}
