import type { CredentialName, NewWorkflow } from '../n8n/editing';
import { TRIGGER_TYPE } from '../n8n/imports';
import { EVERY_20_SECONDS } from '../n8n/pollTimes';
import type { Probe } from './probes';

export const NODE_TYPE = 'n8n-nodes-org-event-log.orgEventLog';
const SETTINGS = { executionOrder: 'v1', timezone: 'UTC' };

function chainOf(name: string, first: object, second: object): NewWorkflow {
	return {
		name,
		nodes: [
			{ id: `${name}-1`, name: 'First', position: [0, 0], ...first },
			{ id: `${name}-2`, name: 'Second', position: [240, 0], ...second },
		],
		connections: { First: { main: [[{ node: 'Second', type: 'main', index: 0 }]] } },
		settings: SETTINGS,
	};
}

/** Runs the node when its webhook is called, and answers with what the node gives. */
export function probeWorkflow(
	path: string,
	{ parameters, output }: Probe,
	orgEventLogApi: CredentialName,
): NewWorkflow {
	const answer =
		output === 'file'
			? { responseData: 'firstEntryBinary', responseBinaryPropertyName: 'data' }
			: { responseData: 'allEntries' };
	return chainOf(
		path,
		{
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: path,
			parameters: { httpMethod: 'GET', path, responseMode: 'lastNode', ...answer, options: {} },
		},
		{
			type: NODE_TYPE,
			typeVersion: 1,
			parameters,
			credentials: { orgEventLogApi },
			onError: 'continueRegularOutput',
			alwaysOutputData: true,
		},
	);
}

/** What the trigger gives, delivered to the sink. */
export function deliveryWorkflow(
	name: string,
	sinkUrl: string,
	orgEventLogApi: CredentialName,
): NewWorkflow {
	return chainOf(
		name,
		{
			type: TRIGGER_TYPE,
			typeVersion: 1,
			parameters: { pollTimes: EVERY_20_SECONDS },
			credentials: { orgEventLogApi },
		},
		{
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			executeOnce: true,
			parameters: {
				method: 'POST',
				url: `${sinkUrl}/deliveries`,
				sendBody: true,
				specifyBody: 'json',
				jsonBody:
					'={{ { executionId: $execution.id, eventIds: $input.all().map(({ json }) => json.id) } }}',
				options: {},
			},
		},
	);
}
