import type { Canvas } from '../editor/canvas';
import type { Account, Editor } from '../editor/editor';
import type { NodeView } from '../editor/nodeView';
import type { OrganizationPage } from '../organizationPage';
import { TRIGGER } from '../wording';
import { addMessage } from './messageNode';
import type { Step } from './step';
import { addTrigger } from './triggerNode';

/** What somebody needs to have at hand for a first alert. */
export interface FirstAlert {
	readonly editor: Editor;
	readonly account: Account;
	readonly baseUrl: string;
	readonly refreshToken: string;
	/** Where Slack, or whatever stands in for it, takes messages. */
	readonly messageUrl: string;
	readonly organization: OrganizationPage;
	/** Called when n8n has its owner. */
	readonly onceSetUp: () => Promise<void>;
}

const TEXT = 'Refused: {{ $json.message }}';
/** A poll comes within a minute. */
const MESSAGE_TIMEOUT_MS = 90_000;

/** The way from an empty n8n to the first message, step by step. */
export function firstAlertSteps(given: FirstAlert): readonly Step[] {
	const { editor, organization } = given;
	let canvas: Canvas;
	let trigger: NodeView;
	let message: NodeView;
	let messagesBefore = 0;
	return [
		{
			title: "Create n8n's owner account",
			take: async () => {
				await editor.setUp(given.account);
				await given.onceSetUp();
			},
		},
		{
			title: 'Begin a workflow with the Organization Event Log Trigger',
			take: async () => {
				canvas = await editor.buildFirstWorkflow();
				trigger = await addTrigger(canvas);
			},
		},
		{
			title: 'Enter the address of the service and a refresh token',
			take: async () => {
				const dialog = await trigger.addFirstCredential();
				await dialog.fields.paste('baseUrl', given.baseUrl);
				await dialog.fields.paste('refreshToken', given.refreshToken);
				await dialog.saveForNode();
			},
		},
		{
			title: `Choose the preset ${TRIGGER.choice('preset', 'refusedAccess')}`,
			take: () => trigger.parameters.choose('preset', TRIGGER.choice('preset', 'refusedAccess')),
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
				message = await addMessage(canvas, TRIGGER.title, { url: given.messageUrl, text: TEXT });
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
