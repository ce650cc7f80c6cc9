import { DELIVERY_WORKFLOW, HEARTBEAT_WORKFLOW, watchedByHeartbeat } from '../../n8n/imports';
import { withNodes } from '../../n8n/workflowFiles';
import { makeEvent } from '../../service';
import type { ExampleCase } from '../exampleCase';
import { minuteOf } from '../localTime';

const message = (text: string) => ({ path: '/slack', content: { channel: '#security-log', text } });

/** Once a quarter of an hour is too soon to be sure when, and a trigger that fails is not well at once. */
const SELDOM = {
	rule: { interval: [{ field: 'months', triggerAtDayOfMonth: 28, triggerAtHour: 4 }] },
};
const AT_ONCE = {
	Settings: { mode: 'raw', jsonOutput: '{ "silentAfterMinutes": 60, "wellAfterMinutes": 0 }' },
};

/** Silence and failures are told once, and so is their end. The delivery workflow is watched. */
export const heartbeat: ExampleCase = {
	workflowId: HEARTBEAT_WORKFLOW,
	isPublished: true,
	events: () => [],
	watchedWorkflowId: DELIVERY_WORKFLOW,
	prepare: (workflow) =>
		workflow.id === DELIVERY_WORKFLOW
			? watchedByHeartbeat(workflow)
			: withNodes(workflow, (node) =>
					node.name === 'Every 15 Minutes' ? { ...node, parameters: SELDOM } : node,
				),
	async play({ service, runByHand, edit, waitForTriggered, waitUntilIdle, compare }) {
		const silent = ':mute: *The security log is silent*: its newest event is of 2026-03-02 04:14';
		compare('one click', await runByHand(), [message(silent)]);
		compare('silent still', await runByHand(), []);
		await edit(AT_ONCE);
		const newestMs = Date.now();
		service.log.append(makeEvent({ createdAtMs: newestMs }));
		compare('an event', await runByHand(), [
			message(
				`:white_check_mark: *The security log is well*: its newest event is of ${minuteOf(newestMs)}`,
			),
		]);
		compare('well still', await runByHand(), []);
		service.failNext({ status: 403 }, { times: 1_000_000, match: 'feed' });
		const failed =
			':x: *Deliver new events has failed*: The scope of the API key does not allow reading the event log';
		compare('a trigger that fails', await waitForTriggered(1), [message(failed)]);
		service.faults.clear();
		await waitUntilIdle();
		compare('and no more', await runByHand(), [
			message(':white_check_mark: *Deliver new events is well*: it has not failed for 0 minutes'),
		]);
		compare('told once', await waitForTriggered(1), [message(failed)]);
	},
};
