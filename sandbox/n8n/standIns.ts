import { isJsonObject } from '../jsonGuards';
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

const STAND_INS: Readonly<Record<string, (parameters: Parameters) => SinkRequest>> = {
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
	'n8n-nodes-base.emailSend': ({ fromEmail, toEmail, subject, text, options }) => ({
		path: 'mail',
		body: { from: fromEmail, to: toEmail, subject, text },
		files: listedNames(fieldOf(options, 'fileAttachments')),
	}),
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
	return Object.entries(values).map(([name, value]) => ({ ...more, name, value }));
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

function standInFor(node: WorkflowNode, sinkUrl: string): WorkflowNode {
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

/** The workflow with requests to the sink where it would talk to Slack, Jira, Google or a mail server. */
export function withStandIns(workflow: WorkflowFile, sinkUrl: string): WorkflowFile {
	return withNodes(workflow, (node) => standInFor(node, sinkUrl));
}
