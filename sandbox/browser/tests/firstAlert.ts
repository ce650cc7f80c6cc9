import assert from 'node:assert/strict';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../../n8n/owner';
import { DEFAULT_REFRESH_TOKEN } from '../../service';
import type { BrowserTest } from '../browserTest';
import type { Canvas } from '../editor/canvas';
import type { NodeView } from '../editor/nodeView';
import type { Stage } from '../stage';
import type { Step } from '../stopwatch';
import { personSecondsOf, summaryOf, timeSteps } from '../stopwatch';

const TRIGGER = 'Organization Event Log Trigger';
const TEXT = '{{ $json.summary }}';
/** A poll comes within a minute. */
const MESSAGE_TIMEOUT_MS = 90_000;
const TEN_MINUTES_S = 600;

/** The node of n8n's own that sends a message to an incoming webhook, Slack's for one. */
async function addMessage(canvas: Canvas, url: string): Promise<NodeView> {
	const panel = await canvas.addAfter(TRIGGER);
	await panel.search('HTTP Request', 'HTTP Request');
	const view = await panel.add('HTTP Request');
	await view.parameters.choose('method', 'POST');
	await view.parameters.paste('url', url);
	await view.parameters.toggle('sendBody');
	await view.parameters.type('name', 'text');
	await view.parameters.paste('value', TEXT);
	return view;
}

/** As docs/first-alert.md describes them. */
function stepsOf({ editor, organization, systems, meetN8n }: Stage): readonly Step[] {
	let canvas: Canvas;
	let trigger: NodeView;
	let message: NodeView;
	let messagesBefore = 0;
	return [
		{
			title: "Create n8n's owner account",
			take: async () => {
				const owner = { email: OWNER_EMAIL, firstName: 'Nell', lastName: 'Newcomer' };
				await editor.setUp({ ...owner, password: OWNER_PASSWORD });
				await meetN8n();
			},
		},
		{
			title: 'Begin a workflow with the trigger On refused access',
			take: async () => {
				canvas = await editor.buildFirstWorkflow();
				const panel = await canvas.addFirst();
				await panel.search('security', 'Organization Event Log');
				await panel.choose('Organization Event Log');
				trigger = await panel.add('On refused access');
			},
		},
		{
			title: 'Enter the address of the service and a refresh token',
			take: async () => {
				const dialog = await trigger.addFirstCredential();
				await dialog.fields.paste('baseUrl', systems.service.baseUrl);
				await dialog.fields.paste('refreshToken', DEFAULT_REFRESH_TOKEN);
				await dialog.saveForNode();
			},
		},
		{
			title: 'Fetch a test event',
			take: async () => {
				await trigger.execute();
				await trigger.output.showTable();
				await trigger.close();
			},
		},
		{
			title: 'Add the message',
			take: async () => {
				message = await addMessage(canvas, `${systems.sink.baseUrl}/slack`);
			},
		},
		{
			title: 'Send it once by hand',
			take: async () => {
				await message.execute();
				await message.output.waitForText('received');
				await message.close();
			},
		},
		{
			title: 'Publish',
			take: () => canvas.publish(),
		},
		{
			title: 'Cause a refusal',
			take: async () => {
				await organization.open();
				messagesBefore = await organization.countMessages();
				await organization.press('refuseAccess');
			},
		},
		{
			title: 'See the message',
			take: () => organization.waitForMessages(messagesBefore + 1, MESSAGE_TIMEOUT_MS),
		},
	];
}

/** The way to a first message. All other tests use the n8n that it has set up. */
export const FIRST_ALERT: BrowserTest = {
	name: 'first alert: from an empty n8n to the message, within ten minutes',
	run: async (stage) => {
		const steps = await timeSteps(stepsOf(stage), stage.person);
		await stage.docs.take(stage.person.page, 'sandbox-page');
		stage.docs.writeFirstAlert(summaryOf(steps));
		console.log(summaryOf(steps));
		assert.ok(personSecondsOf(steps) <= TEN_MINUTES_S);
	},
};
