import { randomBytes } from 'node:crypto';
import type { LearnedPageLength } from '../../api/pageLengths';
import type { LearnedService, TriggerState } from '../state';

/** A state as n8n stores it, in either of two places: `writes` tells which one was written last. */
export interface StateCopy {
	/** The node that wrote it: n8n hands a node what another one left under the same name. */
	readonly nodeId: string;
	/** That node had kept a state this often, this time included. */
	readonly writes: number;
	readonly state: TriggerState;
}

export interface LastStateCopy extends StateCopy {
	/** The `writes` of the stored copy that this progress builds on; undefined after a delivery. */
	readonly basedOnWrites: number | undefined;
}

/** One trigger as this process of n8n remembers it, beside the state that n8n keeps. */
export interface TriggerInProcess {
	lastCopy?: LastStateCopy;
	/** Number of polls that have kept a state with a delivery, and the time of the last one, epoch milliseconds. */
	deliveries: number;
	deliveredAtMs: number;
	/** Number of polls that have begun, and of those among them that activations made. */
	polls: number;
	activations: number;
	/** True if the last poll failed and was forgiven. */
	wasForgiven?: boolean;
	/** Learned also from polls that failed. */
	learned?: LearnedService;
	/** Clients write here what they learn. */
	learnedPageLength: LearnedPageLength;
	/** The last poll that read all of the log began then; undefined after a restart. */
	completeToMs?: number;
	/** Times of the last activation and of the last poll by the host's clock, epoch milliseconds. */
	activatedAtMs: number;
	polledAtMs: number;
	/** True if somebody was told that another trigger polls in the same workflow. */
	hasWarned?: boolean;
}

/** Lets the polls of this process of n8n know of each other. */
export class ProcessMemory {
	/** Tells this process of n8n from one before it, or beside it. */
	readonly processId = randomBytes(9).toString('base64url');
	private readonly byWorkflow = new Map<string, Map<string, TriggerInProcess>>();

	triggerOf(workflowId: string, nodeId: string): TriggerInProcess {
		const triggers = this.byWorkflow.get(workflowId) ?? new Map<string, TriggerInProcess>();
		const newMemory = {
			deliveries: 0,
			deliveredAtMs: -Infinity,
			polls: 0,
			activations: 0,
			learnedPageLength: {},
			activatedAtMs: -Infinity,
			polledAtMs: -Infinity,
		};
		const trigger: TriggerInProcess = triggers.get(nodeId) ?? newMemory;
		triggers.set(nodeId, trigger);
		this.byWorkflow.set(workflowId, triggers);
		return trigger;
	}

	/** True if another trigger of the workflow has polled since then. */
	hasOtherSince(sinceMs: number, workflowId: string, nodeId: string): boolean {
		const triggers = this.byWorkflow.get(workflowId) ?? new Map<string, TriggerInProcess>();
		return [...triggers].some(([id, { polledAtMs }]) => id !== nodeId && polledAtMs >= sinceMs);
	}
}
