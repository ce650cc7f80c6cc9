import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandRun } from '../../command/command';
import { type LabPlace, openLab } from '../../lab/lab';
import { single } from '../../lab/topologies/single';
import { keyCredential } from '../../n8n/credentials';
import { fillN8n } from '../../n8n/filling';
import type { WorkflowChange, WorkflowNode } from '../../n8n/workflowFiles';
import { withNodes } from '../../n8n/workflowFiles';
import { startOfDay } from '../../run/yesterday';
import type { EventLogService } from '../../service';
import { createEventLog, startEventLogService } from '../../service';
import { MINUTE_MS, TIMEZONE } from './localTime';
import type { ExampleCase, Stage } from './scene';
import { PROJECT_WITHOUT_LABELS } from './scene';
import { SentMessages } from './sent';

const OWN_NODE = /^n8n-nodes-org-event-log\./;
/** What a run takes at the most. */
const LONGEST_RUN_MS = 12 * MINUTE_MS;

/** As much as Slack asks for, which is less than it takes. */
const LIMITS = { slackCharacters: 4_000, projectsWithoutLabels: [PROJECT_WITHOUT_LABELS] };

/** Yesterday must be the same day at the end of a run as at its beginning. */
async function letMidnightPass(signal: AbortSignal): Promise<void> {
	const nowMs = Date.now();
	const leftMs = startOfDay(nowMs, TIMEZONE, -1) - nowMs;
	if (leftMs > LONGEST_RUN_MS) return;
	console.error('It is almost midnight in New York; waiting for tomorrow …');
	await sleep(leftMs + 1_000, undefined, { signal });
}

/** The workflow of the example, and the one that it watches, if any. */
function workflowsOf({ workflowId, watchedWorkflowId }: ExampleCase): readonly string[] {
	return watchedWorkflowId === undefined ? [workflowId] : [workflowId, watchedWorkflowId];
}

function credentialOf({ workflowId }: ExampleCase, serviceUrl: string) {
	return keyCredential(`log-${workflowId}`, `The log of ${workflowId}`, serviceUrl);
}

/** What a person does before publishing: sets what the case says, and chooses a credential. */
function preparation(examples: readonly ExampleCase[], nowMs: number): WorkflowChange {
	return (workflow) => {
		const example = examples.find((one) => workflowsOf(one).includes(workflow.id));
		if (example === undefined) return workflow;
		const { id, name } = credentialOf(example, '');
		const choose = (node: WorkflowNode) =>
			OWN_NODE.test(node.type) ? { ...node, credentials: { orgEventLogApi: { id, name } } } : node;
		return withNodes(example.prepare?.(workflow, nowMs) ?? workflow, choose);
	};
}

/**
 * Puts the examples into a lab, and publishes what is to be published: a trigger polls at once.
 *
 * @param variables of n8n's environment, besides what every instance has
 */
export async function setStage(
	examples: readonly ExampleCase[],
	place: LabPlace,
	run: CommandRun,
	variables: Readonly<Record<string, string>> = {},
): Promise<Stage> {
	await letMidnightPass(run.signal);
	const nowMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
	const services = new Map<ExampleCase, EventLogService>();
	for (const example of examples) {
		const service = await startEventLogService({ log: createEventLog(example.events(nowMs)) });
		run.teardown.add(() => service.close());
		services.set(example, service);
	}
	const sent = new SentMessages();
	const lab = await openLab(
		{
			topology: single('inMemory', { variables }),
			published: [],
			timezone: TIMEZONE,
			listener: { onReceived: sent.add },
			limits: LIMITS,
		},
		place,
		run,
	);
	const api = await lab.api();
	const published = examples.filter(({ isPublished }) => isPublished);
	await fillN8n(
		api,
		{
			endpoints: lab.systems.endpoints,
			publishedWorkflows: published.flatMap(workflowsOf),
			change: preparation(examples, nowMs),
			furtherCredentials: [...services].flatMap(([example, { baseUrl }]) => [
				credentialOf(example, baseUrl),
				...(example.credentials?.(lab.systems.endpoints.sinkUrl) ?? []),
			]),
		},
		lab.wait,
	);
	return { lab, api, sent, nowMs, services };
}
