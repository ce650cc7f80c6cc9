import { isJsonObject } from '../jsonGuards';
import { CHAT } from './credentials';
import { fieldOf } from './editorApi';
import { type WorkflowFile, type WorkflowNode, withNodes } from './workflowFiles';

type Parameters = WorkflowNode['parameters'];

/** What a node would send to the system that it is for, in the words of the sink. */
interface SinkRequest {
	readonly path: string;
	/** By name; expressions are n8n's to evaluate. */
	readonly body: Readonly<Record<string, unknown>>;
	/** Properties of the item whose files go along. */
	readonly files?: readonly string[];
	/** One request for all items. */
	readonly once?: boolean;
}

/** What stands in the examples' lists until somebody chooses: without it n8n would refuse to start them. */
const TO_CHOOSE = 'choose';

/** What a person would have chosen in the lists of these systems. */
const CHOSEN = { project: 'SEC', issueType: 'Task', document: 'Security log', sheet: 'Events' };

/** Who sent it, so that the sink can tell. */
const SENDER = {
	'x-workflow-id': '={{ $workflow.id }}',
	'x-workflow-name': '={{ $workflow.name }}',
	'x-execution-id': '={{ $execution.id }}',
};

/** Where the heartbeat's example sends its signs of life. */
const SWITCH = 'https://ping.example.com/';

const STAND_INS: Readonly<Record<string, (parameters: Parameters) => SinkRequest | undefined>> = {
	'n8n-nodes-base.slack': ({ channelId, text }) => ({
		path: 'slack',
		body: { channel: locatedValue(channelId), text },
	}),
	'n8n-nodes-base.jira': (parameters) =>
		parameters.operation === 'getAll' ? ticketSearch(parameters) : newTicket(parameters),
	'n8n-nodes-base.googleSheets': ({ documentId, sheetName }) => ({
		path: 'sheet',
		body: {
			document: chosenValue(documentId, CHOSEN.document),
			sheet: chosenValue(sheetName, CHOSEN.sheet),
			rows: '={{ $input.all().map(({ json }) => json) }}',
		},
		once: true,
	}),
	'n8n-nodes-base.emailSend': ({ fromEmail, toEmail, subject, text, html, options }) => ({
		path: 'mail',
		body: { from: fromEmail, to: toEmail, subject, text, html },
		files: listedNames(fieldOf(options, 'fileAttachments')),
	}),
	'n8n-nodes-base.httpRequest': ({ url, body }) =>
		String(url).startsWith(SWITCH) ? { path: 'ping', body: { url, text: body } } : undefined,
};

function newTicket({ project, issueType, summary, additionalFields }: Parameters): SinkRequest {
	return {
		path: 'ticket',
		body: {
			project: chosenValue(project, CHOSEN.project),
			issueType: chosenValue(issueType, CHOSEN.issueType),
			summary,
			description: fieldOf(additionalFields, 'description'),
			labels: fieldOf(additionalFields, 'labels'),
		},
	};
}

function ticketSearch({ options }: Parameters): SinkRequest {
	return { path: 'ticket/search', body: { jql: fieldOf(options, 'jql') } };
}

/** What was chosen, whichever way n8n notes it. */
function locatedValue(located: unknown): unknown {
	return isJsonObject(located) ? located.value : located;
}

/** What was chosen in a list, or what somebody would have chosen. */
function chosenValue(located: unknown, otherwise: string): unknown {
	const value = locatedValue(located);
	return value === undefined || value === '' || value === TO_CHOOSE ? otherwise : value;
}

function listedNames(value: unknown): string[] {
	return typeof value === 'string' ? value.split(',').map((name) => name.trim()) : [];
}

function toPairs(values: Readonly<Record<string, unknown>>, more: object = {}): object[] {
	return Object.entries(values)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => ({ ...more, name, value }));
}

function toBody({ body, files = [] }: SinkRequest): Parameters {
	if (files.length === 0) {
		return { specifyBody: 'keypair', bodyParameters: { parameters: toPairs(body) } };
	}
	const attached = files.map((name) => ({
		parameterType: 'formBinaryData',
		name,
		inputDataFieldName: name,
	}));
	return {
		contentType: 'multipart-form-data',
		bodyParameters: { parameters: [...toPairs(body, { parameterType: 'formData' }), ...attached] },
	};
}

/** Part of an expression, as a parameter holds it. */
function embedded(value: unknown): string {
	return String(value).replace(/^=/, '');
}

/**
 * For a node that asks by mail and waits: n8n's own "send and wait", in a node whose server may be another one. So
 * its links, its form, the waiting and what it gives out are n8n's. Whom it is from and to goes where the chat is named.
 */
function askingStandIn(node: WorkflowNode): WorkflowNode {
	const { fromEmail, toEmail, subject, ...asked } = node.parameters;
	const head = [...Object.values(SENDER), fromEmail, toEmail, subject].map(embedded);
	return {
		...node,
		type: 'n8n-nodes-base.telegram',
		typeVersion: 1.2,
		credentials: { telegramApi: CHAT },
		parameters: { ...asked, resource: 'message', chatId: `=${head.join('\n')}` },
	};
}

function standInFor(node: WorkflowNode, sinkUrl: string): WorkflowNode {
	if (node.parameters.operation === 'sendAndWait') return askingStandIn(node);
	const request = STAND_INS[node.type]?.(node.parameters);
	if (request === undefined) return node;
	return {
		...node,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		...(request.once === true ? { executeOnce: true } : {}),
		parameters: {
			method: 'POST',
			url: `${sinkUrl}/${request.path}`,
			sendHeaders: true,
			headerParameters: { parameters: toPairs(SENDER) },
			sendBody: true,
			...toBody(request),
			options: {},
		},
	};
}

/** The workflow with requests to the sink where it would talk to Slack, Jira, Google, a mail server or a dead man's switch. */
export function withStandIns(workflow: WorkflowFile, sinkUrl: string): WorkflowFile {
	return withNodes(workflow, (node) => standInFor(node, sinkUrl));
}
