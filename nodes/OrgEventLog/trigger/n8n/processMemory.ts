import { randomBytes } from 'node:crypto';
import type { LearnedPageLength } from '../../api/pageLengths';
import type { LearnedService, TriggerState } from '../state';

/** A state as n8n stores it, in either of two places: `writes` tells which one was written last. */
export interface StateCopy {
	/** The node that wrote it: n8n hands a node what another one left under the same name. */
	readonly nodeId: string;
	/** States were kept this often, this time included. */
	readonly writes: number;
	readonly state: TriggerState;
}

export interface LastStateCopy extends Omit<StateCopy, 'nodeId'> {
	/** The `writes` of the stored copy that this progress builds on; undefined after a delivery. */
	readonly basedOnWrites: number | undefined;
}

/** One trigger as this process of n8n remembers it, beside the state that n8n keeps. */
export interface TriggerInProcess {
	lastCopy?: LastStateCopy;
	/** The last poll that delivered kept its state then, epoch milliseconds. */
	deliveredAtMs: number;
	/** Number of polls that have kept a state with a delivery, or were begun for an activation. */
	overtakingCount: number;
	/** True if the last poll failed and was forgiven. */
	wasForgiven?: boolean;
	/** Learned also from polls that failed. */
	learned?: LearnedService;
	/** Clients write here what they learn. */
	learnedPageLength: LearnedPageLength;
}

/** Lets the polls of this process of n8n know of each other. */
export class ProcessMemory {
	/** Tells this process of n8n from one before it, or beside it. */
	readonly processId = randomBytes(9).toString('base64url');
	private readonly triggers = new Map<string, TriggerInProcess>();

	triggerOf(workflowId: string, nodeId: string): TriggerInProcess {
		const key = `${workflowId} ${nodeId}`;
		const newMemory = { deliveredAtMs: -Infinity, overtakingCount: 0, learnedPageLength: {} };
		const trigger: TriggerInProcess = this.triggers.get(key) ?? newMemory;
		this.triggers.set(key, trigger);
		return trigger;
	}
}
