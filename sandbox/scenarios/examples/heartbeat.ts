import { DELIVERY_WORKFLOW, HEARTBEAT_WORKFLOW, watchedByHeartbeat } from '../../n8n/imports';
import { withNodes, withParameters } from '../../n8n/workflowFiles';
import { makeEvent } from '../../service';
import type { ExampleCase } from './scene';
import { minuteOf } from './localTime';

const message = (text: string) => ({ path: '/slack', content: { channel: '#security-log', text } });

/** Every five minutes is too soon to be sure when, and a trigger that fails has not recovered at once. */
const SELDOM = {
	rule: { interval: [{ field: 'months', triggerAtDayOfMonth: 28, triggerAtHour: 4 }] },
};
const AT_ONCE = {
	Settings: { mode: 'raw', jsonOutput: '{ "silentAfterMinutes": 60, "recoveredAfterMinutes": 0 }' },
};
/** A sign of life at every poll that finds nothing. Failures of Feed are those of the delivery workflow alone. */
const AT_EACH_POLL = { options: { source: 'list', heartbeatMinutes: 1 } };

const ping = (text: string) => ({
	path: '/ping',
	content: { url: 'https://ping.example.com/your-check', text },
});
const FOR_EVER = { times: 1_000_000, match: 'feed' } as const;

/** Silence, failures and each reason for them are told once, and so is their end. The delivery workflow is watched. A quiet log pings. */
export const heartbeat: ExampleCase = {
	workflowId: HEARTBEAT_WORKFLOW,
	isPublished: true,
	events: () => [],
	watchedWorkflowId: DELIVERY_WORKFLOW,
	prepare: (workflow) =>
		workflow.id === DELIVERY_WORKFLOW
			? watchedByHeartbeat(workflow)
			: withNodes(workflow, (node) => {
					if (node.name === 'Every 5 Minutes') return { ...node, parameters: SELDOM };
					return node.name === 'Heartbeat Trigger' ? withParameters(node, AT_EACH_POLL) : node;
				}),
	async play({ service, editorUrl, runByHand, edit, waitForTriggered, waitUntilIdle, compare }) {
		const silent =
			'SAMPLE: 🔇 *The security log is silent*: its newest event is from 2026-03-02 04:14 (America/New_York)';
		compare('one click', await runByHand(), [message(silent)]);
		compare('silent still', await runByHand(), []);
		compare('one click on the trigger', await runByHand('Heartbeat Trigger'), [
			ping('SAMPLE: running, no ERROR events'),
		]);
		const [sign] = await waitForTriggered(1, '/ping');
		compare('nothing comes', sign, ping('running, no ERROR events'));
		await edit(AT_ONCE);
		const newestMs = Date.now();
		service.log.append(makeEvent({ createdAtMs: newestMs }));
		compare('an event', await runByHand(), [
			message(`✅ *The security log is active*: its newest event is from ${minuteOf(newestMs)}`),
		]);
		compare('active still', await runByHand(), []);
		const failed = (reason: string, toDo: string) =>
			message(
				`❌ *Deliver new events has failed*: ${reason}
What to do: ${toDo} The credential is “The log of ${HEARTBEAT_WORKFLOW}”.
${editorUrl}/workflow/${DELIVERY_WORKFLOW}/executions`,
			);
		const outage = failed(
			'The service could not answer',
			"It responded with status 503, a fault on its side. A published trigger tries again at its next poll. If it happens again, contact the service's support.",
		);
		service.failNext({ status: 503 }, FOR_EVER);
		compare('a trigger that fails', await waitForTriggered(1, '/slack'), [outage]);
		service.faults.clear();
		const refused = failed(
			'The scope of the API key does not allow reading the event log',
			'The service refused Feed. In the management console, open Settings → API Keys and add a key whose scope allows reading events. Paste its secret into API Key in the credential. If the permission is correct, check Base URL in the credential: a proxy or another site may have answered.',
		);
		service.failNext({ status: 403 }, FOR_EVER);
		compare('for another reason', await waitForTriggered(2, '/slack'), [outage, refused]);
		service.faults.clear();
		await waitUntilIdle();
		compare('and no more', await runByHand(), [
			message(
				'✅ *Deliver new events seems to have recovered*: it has not failed for 0 minutes, and the log can be read. With a red dot beside Publish it has stopped: publish it again',
			),
		]);
		compare('each told once', await waitForTriggered(2, '/slack'), [outage, refused]);
	},
};
