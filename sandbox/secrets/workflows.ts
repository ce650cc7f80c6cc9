import { BY_HAND, chainOf, eventLogNode, type NewNode } from '../n8n/chain';
import type { CredentialName, NewWorkflow } from '../n8n/editing';
import { TRIGGER_TYPE } from '../n8n/imports';
import { EVERY_20_SECONDS } from '../n8n/pollTimes';

/** Short, for a service that never answers, and long enough for a busy machine. */
const TIMEOUT_MS = 3_000;
const OPTIONS = { options: { timeout: TIMEOUT_MS } };

function eventLog(
	credential: CredentialName,
	parameters: { readonly operation: string } & Readonly<Record<string, unknown>>,
	more: Partial<NewNode> = {},
): NewWorkflow {
	const node = eventLogNode(credential, { ...OPTIONS, ...parameters }, more);
	return chainOf(`${parameters.operation} by ${credential.name}`, [BY_HAND, node]);
}

export function listWorkflow(credential: CredentialName): NewWorkflow {
	return eventLog(credential, { operation: 'list', limit: 3 });
}

export function triggerWorkflow(orgEventLogApi: CredentialName): NewWorkflow {
	return chainOf(`trigger by ${orgEventLogApi.name}`, [
		{
			name: 'Event Log Trigger',
			type: TRIGGER_TYPE,
			typeVersion: 1,
			parameters: { pollTimes: EVERY_20_SECONDS, ...OPTIONS },
			credentials: { orgEventLogApi },
		},
	]);
}

/** n8n's HTTP Request node, which takes the credential as a predefined one. */
export function requestWorkflow(orgEventLogApi: CredentialName, baseUrl: string): NewWorkflow {
	const node = {
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url: `${baseUrl}/api/v1/events?limit=2`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'orgEventLogApi',
			...OPTIONS,
		},
		credentials: { orgEventLogApi },
	};
	return chainOf(`HTTP Request by ${orgEventLogApi.name}`, [BY_HAND, node]);
}

/** What is tried with one credential, by the nodes of the package. */
export function ownWorkflows(credential: CredentialName): NewWorkflow[] {
	const lastHour = { timeRange: 'last', lastAmount: 1, lastUnit: 'hours' };
	return [
		listWorkflow(credential),
		eventLog(credential, {
			operation: 'export',
			...lastHour,
			fileFormat: 'csv',
			// Whose pages can be no shorter is not asked for shorter ones.
			options: { ...OPTIONS.options, readFrom: 'feed', pageSize: 10 },
		}),
		eventLog(credential, { operation: 'count' }, { onError: 'continueRegularOutput' }),
		triggerWorkflow(credential),
	];
}

/** Hands a text on as an item. */
export function decoyWorkflow(text: string): NewWorkflow {
	const item = {
		name: 'Decoy',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ decoy: text }), options: {} },
	};
	return chainOf('decoy', [BY_HAND, item]);
}
