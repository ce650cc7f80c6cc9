import { type ImportedCredential, withCredentials } from './credentials';
import { EVERY_20_SECONDS } from './pollTimes';
import { withStandIns } from './standIns';
import type { WorkflowChange, WorkflowFile } from './workflowFiles';
import { toWorkflow, withNodes, withParameters } from './workflowFiles';

/** Ids of the two workflows of its own that the sandbox activates. */
export const DELIVERY_WORKFLOW = 'orgEventLogDelivery';
export const REPORT_WORKFLOW = 'orgEventLogYesterday';

/** The example that sends a message when somebody is refused access. */
export const REFUSED_WORKFLOW = 'orgEventLogRefused';

/** The example that tells of failures where it is somebody's error workflow. */
export const HEARTBEAT_WORKFLOW = 'orgEventLogHeartbeat';

/** What the sandbox publishes: two of the examples, because more would fill the inbox with what nobody asked for. */
export const PUBLISHED_WORKFLOWS: readonly string[] = [
	...[DELIVERY_WORKFLOW, REPORT_WORKFLOW],
	...[REFUSED_WORKFLOW, HEARTBEAT_WORKFLOW],
];

/** The type of the trigger of the delivery workflow and of the examples. */
export const TRIGGER_TYPE = 'n8n-nodes-org-event-log.orgEventLogTrigger';

/** The path of the webhook that makes the report of yesterday. */
export const REPORT_WEBHOOK = 'webhook/report-of-yesterday';

/** Where the workflows find the service, and whoever they send things to. */
export interface Endpoints {
	readonly serviceUrl: string;
	readonly sinkUrl: string;
}

/** What an n8n is filled with, as a person would do it in the editor. */
export interface Filling {
	readonly endpoints: Endpoints;
	/** Ids of the workflows that are stored: all of the sandbox's and all examples unless given. */
	readonly workflows?: readonly string[];
	/** Ids of the workflows that are published; the others stay inactive. */
	readonly publishedWorkflows: readonly string[];
	/** Of the delivery workflow's trigger, which polls every 20 s. */
	readonly triggerParameters?: TriggerParameters;
	/** What else is to be another way than in the files; it may name credentials of its own. */
	readonly change?: WorkflowChange;
	/** Besides those of the sandbox. */
	readonly furtherCredentials?: readonly ImportedCredential[];
}

/** Whatever the sandbox's own workflows call at this host, its sink answers. */
const PLACEHOLDER = /https:\/\/sink\.example\.com(?=\/)/g;

/** Settings of a trigger, by the names of its parameters. */
export type TriggerParameters = Readonly<Record<string, unknown>>;

/** The workflow with its trigger set another way. */
export function withTriggerParameters(
	workflow: WorkflowFile,
	parameters: TriggerParameters,
): WorkflowFile {
	return withNodes(workflow, (node) =>
		node.type === TRIGGER_TYPE ? withParameters(node, parameters) : node,
	);
}

/** The workflow with its failed polls told by the heartbeat, where it has a trigger. */
export function watchedByHeartbeat(workflow: WorkflowFile): WorkflowFile {
	return workflow.nodes.some(({ type }) => type === TRIGGER_TYPE)
		? { ...workflow, settings: { ...workflow.settings, errorWorkflow: HEARTBEAT_WORKFLOW } }
		: workflow;
}

/** A workflow of a file as it is stored in n8n. */
export function prepareWorkflow(workflow: WorkflowFile, options: Filling): WorkflowFile {
	const { sinkUrl } = options.endpoints;
	const prepared = withStandIns(withCredentials(changeOf(options)(workflow)), sinkUrl);
	return toWorkflow(JSON.parse(JSON.stringify(prepared).replace(PLACEHOLDER, sinkUrl)));
}

function changeOf({ triggerParameters, change }: Filling): WorkflowChange {
	const parameters = { pollTimes: EVERY_20_SECONDS, ...triggerParameters };
	return (workflow) => {
		const isDelivery = workflow.id === DELIVERY_WORKFLOW;
		const set = isDelivery ? withTriggerParameters(workflow, parameters) : workflow;
		return change === undefined ? set : change(set);
	};
}
