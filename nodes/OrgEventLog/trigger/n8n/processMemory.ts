import { randomBytes } from 'node:crypto';
import type { TriggerState } from '../position/triggerState';

/** A state as n8n keeps it, in either of two places. */
export interface Copy {
	/** The node that wrote it. n8n hands a node what another one left under the same name. */
	readonly nodeId: string;
	/** How often that node had kept a state, this time included. */
	readonly writes: number;
	readonly state: TriggerState;
}

/** What a poll of this process has kept. */
export interface LastKept extends Copy {
	/** The number of what n8n has kept, on top of which nothing was delivered; undefined for a delivery. */
	readonly onTopOf: number | undefined;
	/** The host's clock, epoch milliseconds. */
	readonly atMs: number;
}

/** What this process of n8n remembers of one trigger, beside the state that n8n keeps. */
export interface TriggerMemory {
	last?: LastKept;
	/** How many polls of activations have begun. */
	activations: number;
	/**
	 * What other triggers of the workflow save of this one beside their own. It is what was kept last, unless
	 * an activation has found something else: n8n throws away what an old version of a workflow delivers.
	 */
	carriedAlong?: Copy;
	/** Whether its last poll has failed and was passed over. */
	wasPassedOver?: boolean;
	/** When all of the window was read last, host's clock, epoch milliseconds. */
	windowReadAtMs?: number;
	/** Up to when its last poll has read all of the log, as `PollResult` has it. */
	readToMs?: number;
}

/** What polls know of each other in this process of n8n. */
export class ProcessMemory {
	/** Tells this process of n8n from one before it, or beside it. */
	readonly processId = randomBytes(9).toString('base64url');
	private readonly byWorkflow = new Map<string, Map<string, TriggerMemory>>();

	of(workflowId: string, nodeId: string): TriggerMemory {
		const triggers = this.byWorkflow.get(workflowId) ?? new Map<string, TriggerMemory>();
		const trigger: TriggerMemory = triggers.get(nodeId) ?? { activations: 0 };
		triggers.set(nodeId, trigger);
		this.byWorkflow.set(workflowId, triggers);
		return trigger;
	}

	/** All triggers of a workflow that have polled. */
	ofWorkflow(workflowId: string): Iterable<TriggerMemory> {
		return this.byWorkflow.get(workflowId)?.values() ?? [];
	}
}
