import type { CommandRun } from '../command/command';
import type { ImportedCredential } from '../n8n/credentials';
import { keyCredential } from '../n8n/credentials';
import type { EditorApi } from '../n8n/editorApi';
import { openEditorApi } from '../n8n/editorApi';
import type { InstanceBase } from '../n8n/instance';
import { createInstance } from '../n8n/instance';
import { publish } from '../n8n/publication';
import { N8nProcess } from '../n8n/n8nProcess';
import type { N8nInstance } from '../n8n/settings';
import type { WorkflowChange, WorkflowNode } from '../n8n/workflowFiles';
import { withNodes } from '../n8n/workflowFiles';
import type { WaitOptions } from '../processes/waitUntil';
import type { EventLogService } from '../service';
import { createEventLog, startEventLogService } from '../service';
import { startSink } from '../sink/sink';
import type { ExampleCase } from './exampleCase';
import { TIMEZONE } from './localTime';
import { SentMessages } from './sent';

/** An example with the service that it talks to, alone. */
export interface Part {
	readonly example: ExampleCase;
	readonly service: EventLogService;
}

/** An n8n in which all examples are, and those published that are to be. */
export interface Stage {
	readonly n8n: N8nInstance;
	readonly api: EditorApi;
	readonly sent: SentMessages;
	readonly sinkUrl: string;
	readonly parts: readonly Part[];
}

interface StageOptions {
	readonly examples: readonly ExampleCase[];
	readonly base: InstanceBase;
	readonly userFolder: string;
	readonly nowMs: number;
	readonly wait: WaitOptions;
}

const OWN_NODE = /^n8n-nodes-org-event-log\./;

/** The workflow of the example, and the one that it watches, if any. */
function workflowsOf({ workflowId, watchedWorkflowId }: ExampleCase): readonly string[] {
	return watchedWorkflowId === undefined ? [workflowId] : [workflowId, watchedWorkflowId];
}

async function startServices(
	{ examples, nowMs }: StageOptions,
	{ teardown }: CommandRun,
): Promise<Part[]> {
	const parts: Part[] = [];
	for (const example of examples) {
		const service = await startEventLogService({ log: createEventLog(example.events(nowMs)) });
		teardown.add(() => service.close());
		parts.push({ example, service });
	}
	return parts;
}

function credentialOf({ example: { workflowId }, service }: Part): ImportedCredential {
	return keyCredential(`log-${workflowId}`, `The log of ${workflowId}`, service.baseUrl);
}

/** What a person does before publishing: sets what the case says, and chooses a credential. */
function preparation(parts: readonly Part[], nowMs: number): WorkflowChange {
	return (workflow) => {
		const part = parts.find(({ example }) => workflowsOf(example).includes(workflow.id));
		if (part === undefined) return workflow;
		const { id, name } = credentialOf(part);
		const choose = (node: WorkflowNode) =>
			OWN_NODE.test(node.type) ? { ...node, credentials: { orgEventLogApi: { id, name } } } : node;
		return withNodes(part.example.prepare?.(workflow, nowMs) ?? workflow, choose);
	};
}

/**
 * Imports the examples into a new n8n, each with a service of its own, starts it and publishes what is
 * to be published: a trigger polls at once. All of it is stopped with the run.
 */
export async function setStage(options: StageOptions, run: CommandRun): Promise<Stage> {
	const { base, userFolder, nowMs, wait } = options;
	const sent = new SentMessages();
	const parts = await startServices(options, run);
	const sink = await startSink({ listener: { onReceived: sent.add } });
	run.teardown.add(() => sink.close());
	const n8n = await createInstance(
		base,
		{
			userFolder,
			timezone: TIMEZONE,
			pollingMode: 'inMemory',
			endpoints: { serviceUrl: 'http://127.0.0.1', sinkUrl: sink.baseUrl },
			publishedWorkflows: [],
			change: preparation(parts, nowMs),
			furtherCredentials: parts.map(credentialOf),
		},
		run.signal,
	);
	console.error('Starting n8n …');
	await new N8nProcess(n8n, run).start();
	const api = await openEditorApi(n8n.settings);
	const published = parts.filter(({ example }) => example.isPublished);
	for (const workflowId of published.flatMap(({ example }) => workflowsOf(example))) {
		await publish(api, workflowId, wait);
	}
	return { n8n, api, sent, sinkUrl: sink.baseUrl, parts };
}
