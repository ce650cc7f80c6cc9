import { randomBytes } from 'node:crypto';
import type { PageLength } from '../../api/pageLengths';
import type { LearnedService, TriggerState } from '../state';

/** A state as n8n stores it, in either of two places: the number tells which one was written last. */
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

/** This process of n8n remembers it beside the state that n8n keeps. */
export interface TriggerMemory {
	last?: LastStateCopy;
	/** This many polls have kept a state with a delivery, the last of them at `deliveredAtMs`, epoch milliseconds. */
	deliveries: number;
	deliveredAtMs: number;
	/** This many polls have begun, and this many of them were those of activations. */
	polls: number;
	activations: number;
	/** True if its last poll failed and was passed over. */
	wasPassedOver?: boolean;
	/** A poll that failed teaches it, too. */
	learned?: LearnedService;
	/** Clients write into it what they learn. */
	readonly pageLength: PageLength;
	/** `PollResult` says what it is; a poll after a restart has none. */
	completeToMs?: number;
	/** It was activated, and polled last, at these times of the host's clock, epoch milliseconds. */
	activatedAtMs: number;
	polledAtMs: number;
	/** True if somebody was told that another trigger polls in the same workflow. */
	hasWarned?: boolean;
}

/** Polls of this process of n8n know of each other by it. */
export class ProcessMemory {
	/** It tells this process of n8n from one before it, or beside it. */
	readonly processId = randomBytes(9).toString('base64url');
	private readonly byWorkflow = new Map<string, Map<string, TriggerMemory>>();

	memoryOf(workflowId: string, nodeId: string): TriggerMemory {
		const triggers = this.byWorkflow.get(workflowId) ?? new Map<string, TriggerMemory>();
		const newMemory = {
			deliveries: 0,
			deliveredAtMs: -Infinity,
			polls: 0,
			activations: 0,
			pageLength: {},
			activatedAtMs: -Infinity,
			polledAtMs: -Infinity,
		};
		const trigger: TriggerMemory = triggers.get(nodeId) ?? newMemory;
		triggers.set(nodeId, trigger);
		this.byWorkflow.set(workflowId, triggers);
		return trigger;
	}

	/** True if another trigger of the workflow has polled since then. */
	hasOtherSince(sinceMs: number, workflowId: string, nodeId: string): boolean {
		const triggers = this.byWorkflow.get(workflowId) ?? new Map<string, TriggerMemory>();
		return [...triggers].some(([id, { polledAtMs }]) => id !== nodeId && polledAtMs >= sinceMs);
	}
}
