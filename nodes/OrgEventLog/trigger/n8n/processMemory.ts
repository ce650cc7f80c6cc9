import { randomBytes } from 'node:crypto';
import type { PageLength } from '../../api/pageLengths';
import type { ServiceState, TriggerState } from '../state';

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
}

/** What this process of n8n remembers of one trigger, beside the state that n8n keeps. */
export interface TriggerMemory {
	last?: LastKept;
	/** How many polls have kept a state with a delivery. */
	deliveries: number;
	/** How many polls have begun, and how many of them were those of activations. */
	polls: number;
	activations: number;
	/** Whether its last poll has failed and was passed over. */
	wasPassedOver?: boolean;
	/** What is known of the service, also from a poll that failed. */
	learned?: Pick<ServiceState, 'logScope' | 'source' | 'profile'>;
	/** What is known of page lengths; clients write into it what they learn. */
	readonly pageLength: PageLength;
	/** When the last poll that got to the end of the log began, epoch milliseconds. */
	readToMs?: number;
	/** When it was activated, and when it polled last; host's clock, epoch milliseconds. */
	activatedAtMs: number;
	polledAtMs: number;
	/** Whether somebody was told that another trigger polls in the same workflow. */
	hasWarned?: boolean;
}

/** What polls know of each other in this process of n8n. */
export class ProcessMemory {
	/** Tells this process of n8n from one before it, or beside it. */
	readonly processId = randomBytes(9).toString('base64url');
	private readonly byWorkflow = new Map<string, Map<string, TriggerMemory>>();

	of(workflowId: string, nodeId: string): TriggerMemory {
		const triggers = this.byWorkflow.get(workflowId) ?? new Map<string, TriggerMemory>();
		const begun = {
			deliveries: 0,
			polls: 0,
			activations: 0,
			pageLength: {},
			activatedAtMs: -Infinity,
			polledAtMs: -Infinity,
		};
		const trigger: TriggerMemory = triggers.get(nodeId) ?? begun;
		triggers.set(nodeId, trigger);
		this.byWorkflow.set(workflowId, triggers);
		return trigger;
	}

	/** Whether another trigger of the workflow has polled since then. */
	hasOtherSince(sinceMs: number, workflowId: string, nodeId: string): boolean {
		const triggers = this.byWorkflow.get(workflowId) ?? new Map<string, TriggerMemory>();
		return [...triggers].some(([id, { polledAtMs }]) => id !== nodeId && polledAtMs >= sinceMs);
	}
}
