import { BY_HAND, chainOf, type NewNode } from '../n8n/chain';
import type { NewWorkflow } from '../n8n/editing';
import { EVERY_20_SECONDS } from '../n8n/pollTimes';
import type { AccountName } from './accounts';

type Parameters = Readonly<Record<string, unknown>>;

/** A node, and its credential; HTTP Request takes it as a predefined one. */
interface WorkflowNode extends NewNode {
	readonly account?: AccountName;
}

/** A chain of nodes, the first of which is a trigger. */
export interface TestWorkflow {
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
}

const PACKAGE = 'n8n-nodes-org-event-log';

/** Short, for a service that never answers, and long enough for a busy machine. */
const TIMEOUT_MS = 3_000;
const OPTIONS = { options: { timeout: TIMEOUT_MS } };

function eventLog(account: AccountName, parameters: Parameters): TestWorkflow {
	const node: WorkflowNode = {
		name: 'Event Log',
		type: `${PACKAGE}.orgEventLog`,
		typeVersion: 1,
		parameters: { resource: 'event', ...OPTIONS, ...parameters },
		account,
	};
	return { name: `${String(parameters.operation)} by ${account}`, nodes: [BY_HAND, node] };
}

function goingOn({ name, nodes }: TestWorkflow): TestWorkflow {
	const tolerant = nodes.map((node): WorkflowNode =>
		node.account === undefined ? node : { ...node, onError: 'continueRegularOutput' },
	);
	return { name: `${name}, going on`, nodes: tolerant };
}

/** A workflow that consists of the trigger. */
export function triggerWorkflow(account: AccountName): TestWorkflow {
	const trigger: WorkflowNode = {
		name: 'Event Log Trigger',
		type: `${PACKAGE}.orgEventLogTrigger`,
		typeVersion: 1,
		parameters: { pollTimes: EVERY_20_SECONDS, ...OPTIONS },
		account,
	};
	return { name: `trigger by ${account}`, nodes: [trigger] };
}

function httpRequest(account: AccountName, baseUrl: string): TestWorkflow {
	const node: WorkflowNode = {
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url: `${baseUrl}/api/v1/events?limit=2`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'orgEventLogApi',
			options: { timeout: TIMEOUT_MS },
		},
		account,
	};
	return { name: `HTTP Request by ${account}`, nodes: [BY_HAND, node] };
}

/** What is tried with one account at a service, by the nodes of the package. */
function ofNodes(account: AccountName): TestWorkflow[] {
	return [
		eventLog(account, { operation: 'list', limit: 3 }),
		eventLog(account, {
			operation: 'feed',
			returnAll: true,
			timeRange: 'last',
			lastAmount: 1,
			lastUnit: 'hours',
			output: 'file',
		}),
		goingOn(eventLog(account, { operation: 'count' })),
		triggerWorkflow(account),
	];
}

/** What is run while the simulated service works and fails: by our nodes, and by n8n's HTTP Request. */
export function workflowsAtService(
	baseUrl: string,
): Readonly<Record<'ours' | 'n8ns', TestWorkflow[]>> {
	return {
		ours: [...ofNodes('token'), ...ofNodes('key')],
		n8ns: [httpRequest('requestToken', baseUrl), httpRequest('requestKey', baseUrl)],
	};
}

/** What is run against the service that echoes. */
export function workflowsAtHostileService(baseUrl: string): TestWorkflow[] {
	return [
		...ofNodes('hostileToken'),
		...ofNodes('hostileKey'),
		httpRequest('hostileRequestToken', baseUrl),
		httpRequest('hostileRequestKey', baseUrl),
	];
}

/** What is run once, since there is no service to answer. */
export function workflowsWithoutService(): TestWorkflow[] {
	return [
		eventLog('tls', { operation: 'list', limit: 3 }),
		eventLog('nobody', { operation: 'list', limit: 3 }),
	];
}

/** A workflow that hands a text on as an item. */
export function decoyWorkflow(text: string): TestWorkflow {
	const item: WorkflowNode = {
		name: 'Decoy',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ decoy: text }), options: {} },
	};
	return { name: 'decoy', nodes: [BY_HAND, item] };
}

type Ids = Readonly<Partial<Record<AccountName, string>>>;

/** A workflow as n8n's editor sends it. */
export function toEditorForm({ name, nodes }: TestWorkflow, ids: Ids): NewWorkflow {
	const withCredential = ({ account, ...node }: WorkflowNode): NewNode =>
		account === undefined
			? node
			: { ...node, credentials: { orgEventLogApi: { id: ids[account], name: account } } };
	return chainOf(name, nodes.map(withCredential));
}
