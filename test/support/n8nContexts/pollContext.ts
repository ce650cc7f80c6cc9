import './instance';
import { PollContext } from 'n8n-core';
import type { WorkflowActivateMode, WorkflowExecuteMode } from 'n8n-workflow';
import { createAdditionalData } from './additionalData';
import { createCapturedLogger, type LogEntry } from './capturedLog';
import { createCredentialStore, type CredentialStore } from './credentialStore';
import { createStaticData, type StaticDataStore } from './staticData';
import { createNode, createWorkflow, withExpressions, type WorkflowOptions } from './workflow';

export interface PollContextOptions extends WorkflowOptions {
	readonly credential?: CredentialStore;
	/** Give the same store to two contexts to share it, a copy to part them. */
	readonly staticData?: StaticDataStore;
	/** `trigger` unless given; `manual` is a test run in the editor. */
	readonly mode?: WorkflowExecuteMode;
	/** `activate` is the poll that n8n makes when the workflow is activated. */
	readonly activation?: WorkflowActivateMode;
	/** What `getPollBudgetMs` gives, five minutes unless given; `null` for an n8n without it. */
	readonly budgetMs?: number | null;
}

const ignored = () => {};

/** n8n-core's PollContext for one poll, and what it left behind. */
export function createPollContext(options: PollContextOptions = {}) {
	const { credential = createCredentialStore({}), staticData = createStaticData() } = options;
	const { mode = 'trigger', activation = 'init', budgetMs = 5 * 60_000 } = options;
	const { cursor } = staticData;
	const node = createNode(options);
	const workflow = createWorkflow(node, options, staticData.live);
	const context = new PollContext(
		workflow,
		node,
		createAdditionalData(credential),
		mode,
		activation,
		ignored,
		ignored,
		undefined,
		undefined,
		cursor === undefined ? undefined : () => cursor,
		budgetMs === null ? undefined : () => budgetMs,
	);
	if (budgetMs === null) Object.defineProperty(context, 'getPollBudgetMs', { value: undefined });
	const logs: LogEntry[] = [];
	Object.defineProperty(context, 'logger', { value: createCapturedLogger(logs) });
	return {
		context,
		workflow,
		credential,
		staticData,
		/** What the node wrote to n8n's log. */
		logs,
		/** Runs work as n8n does, with expressions at hand. */
		run: async <T>(work: (context: PollContext) => Promise<T> | T): Promise<T> =>
			await withExpressions(workflow, async () => await work(context)),
	};
}
