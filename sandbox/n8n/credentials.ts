import { DEFAULT_API_KEY, DEFAULT_REFRESH_TOKEN } from '../service';
import { type WorkflowFile, type WorkflowNode, withNodes } from './workflowFiles';

/** A credential as n8n stores it, but for its id. */
export interface ImportedCredential {
	readonly id: string;
	readonly name: string;
	readonly type:
		'orgEventLogApi' | 'openAiApi' | 'telegramApi' | 'aws' | 'microsoftOutlookOAuth2Api';
	readonly data: Readonly<Record<string, string | boolean | object>>;
}

/** How nodes name the sandbox's credentials. */
const TOKEN = { id: 'orgEventLogToken', name: 'Organization Event Log (refresh token)' };
export const KEY = { id: 'orgEventLogKey', name: 'Organization Event Log (API key)' };
/** Of the node that stands in for one that asks by mail. */
export const CHAT = { id: 'sandboxChat', name: 'Chat of the sandbox' };
const STORE = { id: 'sandboxStore', name: 'Bucket store of the sandbox' };
const CHAT_MODEL = { id: 'sandboxChatModel', name: 'Chat model of the sandbox' };

/** To a simulated service, by API key. */
export function keyCredential(id: string, name: string, serviceUrl: string): ImportedCredential {
	const data = { baseUrl: serviceUrl, authentication: 'apiKey', apiKey: DEFAULT_API_KEY };
	return { id, name, type: 'orgEventLogApi', data: { ...data, apiVersion: 'v1' } };
}

/** One for each authentication mode, to the simulated service, and those for the sink's chat, chat model and bucket store. */
export function sandboxCredentials(serviceUrl: string, sinkUrl: string): ImportedCredential[] {
	return [
		{
			...TOKEN,
			type: 'orgEventLogApi',
			data: {
				baseUrl: serviceUrl,
				authentication: 'refreshToken',
				refreshToken: DEFAULT_REFRESH_TOKEN,
				apiVersion: 'v1',
			},
		},
		keyCredential(KEY.id, KEY.name, serviceUrl),
		{
			...CHAT_MODEL,
			type: 'openAiApi',
			data: { apiKey: 'none-is-needed', url: `${sinkUrl}/v1` },
		},
		{
			...CHAT,
			type: 'telegramApi',
			data: { accessToken: 'none-is-needed', baseUrl: sinkUrl },
		},
		{
			...STORE,
			type: 'aws',
			data: {
				region: 'us-east-1',
				accessKeyId: 'none-is-needed',
				secretAccessKey: 'none-is-needed',
				customEndpoints: true,
				s3Endpoint: `${sinkUrl}/s3`,
			},
		},
	];
}

/** What a person would choose in each node, by its type: triggers by token, the others by key. */
const CHOSEN: Readonly<Record<string, object>> = {
	'n8n-nodes-org-event-log.orgEventLogTrigger': { orgEventLogApi: TOKEN },
	'n8n-nodes-org-event-log.orgEventLog': { orgEventLogApi: KEY },
	'n8n-nodes-org-event-log.orgEventLogTool': { orgEventLogApi: KEY },
	'n8n-nodes-base.awsS3': { aws: STORE },
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': { openAiApi: CHAT_MODEL },
};

function withCredential(node: WorkflowNode): WorkflowNode {
	const credentials = node.credentials ?? CHOSEN[node.type];
	return credentials === undefined ? node : { ...node, credentials };
}

/** The workflow with the sandbox's credentials where its file names none. */
export function withCredentials(workflow: WorkflowFile): WorkflowFile {
	return withNodes(workflow, withCredential);
}
