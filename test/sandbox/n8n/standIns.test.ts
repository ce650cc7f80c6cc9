import { withCredentials } from '../../../sandbox/n8n/credentials';
import { withStandIns } from '../../../sandbox/n8n/standIns';
import type { WorkflowNode } from '../../../sandbox/n8n/workflowFiles';
import { readExamples } from '../../../sandbox/n8n/workflowFiles';

const SINK = 'http://127.0.0.1:4711';

function standInOf(node: WorkflowNode): WorkflowNode {
	const workflow = { id: 'any', name: 'Any', nodes: [node], settings: {} };
	const [standIn] = withStandIns(workflow, SINK).nodes;
	if (standIn === undefined) throw new Error('The node is gone');
	return standIn;
}

const pairs = (values: Readonly<Record<string, string>>) =>
	Object.entries(values).map(([name, value]) => ({ name, value }));

const SLACK: WorkflowNode = {
	name: 'Send to Slack',
	type: 'n8n-nodes-base.slack',
	position: [240, 0],
	parameters: {
		channelId: { __rl: true, mode: 'name', value: '={{ $json.channel }}' },
		text: '={{ $json.text }}',
	},
};

describe('a stand-in', () => {
	it('sends what the node would have sent, and says who sent it', () => {
		expect(standInOf(SLACK)).toMatchObject({
			name: 'Send to Slack',
			position: [240, 0],
			type: 'n8n-nodes-base.httpRequest',
			parameters: {
				method: 'POST',
				url: `${SINK}/slack`,
				headerParameters: {
					parameters: pairs({
						'x-workflow-id': '={{ $workflow.id }}',
						'x-workflow-name': '={{ $workflow.name }}',
						'x-execution-id': '={{ $execution.id }}',
					}),
				},
				specifyBody: 'keypair',
				bodyParameters: {
					parameters: pairs({ channel: '={{ $json.channel }}', text: '={{ $json.text }}' }),
				},
			},
		});
	});

	it('of a ticket has a project and an issue type where nobody has chosen them', () => {
		const type = 'n8n-nodes-base.jira';
		const parameters = {
			operation: 'create',
			project: { __rl: true, mode: 'list', value: 'choose' },
			issueType: { __rl: true, mode: 'list', value: '10001' },
			summary: 'S',
			additionalFields: { description: 'D', labels: '={{ $json.labels }}' },
		};
		expect(standInOf({ name: 'Open Ticket', type, parameters }).parameters).toMatchObject({
			url: `${SINK}/ticket`,
			bodyParameters: {
				parameters: pairs({
					project: 'SEC',
					issueType: '10001',
					summary: 'S',
					description: 'D',
					labels: '={{ $json.labels }}',
				}),
			},
		});
	});

	it('of a search asks, and keeps what the node does where nothing is found', () => {
		const search = standInOf({
			name: 'Look',
			type: 'n8n-nodes-base.jira',
			alwaysOutputData: true,
			parameters: { operation: 'getAll', options: { jql: '=labels = "a"' } },
		});
		expect(search).toMatchObject({
			alwaysOutputData: true,
			parameters: {
				url: `${SINK}/ticket/search`,
				bodyParameters: { parameters: pairs({ jql: '=labels = "a"' }) },
			},
		});
	});

	it('of a ping says where to and what, and of no other request', () => {
		const type = 'n8n-nodes-base.httpRequest';
		const url = 'https://ping.example.com/your-check';
		const ping = { name: 'Ping', type, parameters: { url, body: '=alive' } };
		expect(standInOf(ping).parameters).toMatchObject({
			url: `${SINK}/ping`,
			bodyParameters: { parameters: pairs({ url, text: '=alive' }) },
		});
		const other = { ...ping, parameters: { url: 'https://sink.example.com/deliveries' } };
		expect(standInOf(other)).toEqual(other);
	});

	it('of a sheet sends all rows at once', () => {
		const type = 'n8n-nodes-base.googleSheets';
		expect(standInOf({ name: 'Append', type, parameters: {} })).toMatchObject({
			executeOnce: true,
		});
	});

	it('of a mail sends its files along', () => {
		const parameters = { fromEmail: 'f', toEmail: 't', subject: 's', text: 'x' };
		const options = { fileAttachments: 'data, manifest' };
		const mail = standInOf({
			name: 'Send Email',
			type: 'n8n-nodes-base.emailSend',
			parameters: { ...parameters, options },
		});
		expect(mail.parameters).toMatchObject({
			url: `${SINK}/mail`,
			contentType: 'multipart-form-data',
			bodyParameters: {
				parameters: [
					{ parameterType: 'formData', name: 'from', value: 'f' },
					{ parameterType: 'formData', name: 'to', value: 't' },
					{ parameterType: 'formData', name: 'subject', value: 's' },
					{ parameterType: 'formData', name: 'text', value: 'x' },
					{ parameterType: 'formBinaryData', name: 'data', inputDataFieldName: 'data' },
					{ parameterType: 'formBinaryData', name: 'manifest', inputDataFieldName: 'manifest' },
				],
			},
		});
	});
});

it('of a mail that waits for an answer is another node that waits, and says for whom it is', () => {
	const parameters = {
		operation: 'sendAndWait',
		fromEmail: 'f',
		toEmail: '={{ $json.to }}',
		subject: '=About {{ $json.what }}',
		message: '={{ $json.text }}',
		responseType: 'customForm',
	};
	expect(standInOf({ name: 'Ask', type: 'n8n-nodes-base.emailSend', parameters })).toEqual({
		name: 'Ask',
		type: 'n8n-nodes-base.telegram',
		typeVersion: 1.2,
		credentials: { telegramApi: { id: 'sandboxChat', name: 'Chat of the sandbox' } },
		parameters: {
			operation: 'sendAndWait',
			resource: 'message',
			message: '={{ $json.text }}',
			responseType: 'customForm',
			chatId:
				'={{ $workflow.id }}\n{{ $workflow.name }}\n{{ $execution.id }}\nf\n{{ $json.to }}\nAbout {{ $json.what }}',
		},
	});
});

describe('the examples in the sandbox', () => {
	const prepared = readExamples().map((workflow) => withStandIns(withCredentials(workflow), SINK));
	const nodes = prepared.flatMap((workflow) => workflow.nodes);

	it('talk to nobody but the sink', () => {
		const outside = /\.(?:slack|jira|googleSheets|emailSend)$/;
		expect(nodes.filter(({ type }) => outside.test(type))).toEqual([]);
		const urls = nodes.map(({ parameters: { url } }) => url).filter((url) => url !== undefined);
		const isToSink = (url: unknown) => typeof url === 'string' && url.startsWith(`${SINK}/`);
		expect(urls.length).toBeGreaterThan(0);
		expect(urls.filter((url) => !isToSink(url))).toEqual([]);
	});

	it('have a credential wherever one is needed', () => {
		const needing = /^n8n-nodes-org-event-log\.|\.lmChatOpenAi$|\.awsS3$/;
		const without = nodes.filter(({ type, credentials }) => needing.test(type) && !credentials);
		expect(without).toEqual([]);
	});
});
