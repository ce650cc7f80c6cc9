import { addActive, type CredentialName, type NewWorkflow } from '../../sandbox/n8n/editing';
import type { EditorApi } from '../../sandbox/n8n/editorApi';
import { TRIGGER_TYPE } from '../../sandbox/n8n/imports';
import type { PollTimes } from './options';

/** How many workflows are saved and activated at a time. */
const AT_A_TIME = 4;

const POLL_TIMES: Readonly<Record<PollTimes, object>> = {
	everyMinute: { mode: 'everyMinute' },
	fullMinute: { mode: 'custom', cronExpression: '* * * * *' },
};

/** Whose events the trigger of a number waits for: by this the service tells them apart. */
export function userOf(number: number): string {
	return `trigger-${number}@example.com`;
}

/** One trigger with a narrow filter of its own, and a node that would do something about it. */
function workflowOf(number: number, times: PollTimes, orgEventLogApi: CredentialName): NewWorkflow {
	return {
		name: `Trigger ${number}`,
		nodes: [
			{
				id: 'trigger',
				name: 'New Event',
				type: TRIGGER_TYPE,
				typeVersion: 1,
				position: [0, 0],
				parameters: {
					pollTimes: { item: [POLL_TIMES[times]] },
					source: 'list',
					filters: { userEmail: userOf(number) },
				},
				credentials: { orgEventLogApi },
			},
			{
				id: 'next',
				name: 'Next',
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
				position: [240, 0],
				parameters: {},
			},
		],
		connections: { 'New Event': { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1', timezone: 'UTC' },
	};
}

/** Saves and activates triggers, those from number `from` on and before `to`. @throws the signal's reason */
export async function addTriggers(
	api: EditorApi,
	{ from, to }: { readonly from: number; readonly to: number },
	times: PollTimes,
	credential: CredentialName,
	signal: AbortSignal,
): Promise<void> {
	let next = from;
	const addOneByOne = async () => {
		while (next < to) {
			signal.throwIfAborted();
			await addActive(api, workflowOf(next++, times, credential));
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, addOneByOne));
}
