import { randomBytes } from 'node:crypto';
import { Failures } from './failedPoll';
import type { TriggerState } from '../position/triggerState';

/** Maximum number of workflows remembered; the one that has not polled for longest is forgotten first. */
const MAX_WORKFLOWS = 1_000;
const HOUR_MS = 60 * 60 * 1000;

/** A state as n8n keeps it, in either of two places. */
export interface Copy {
	/** The node that wrote it. n8n hands a node what another one left under the same name. */
	readonly nodeId: string;
	/** How often that node had kept a state, this time included. */
	readonly writes: number;
	readonly state: TriggerState;
}

/** What this process of n8n remembers of one trigger, beside the state that n8n keeps. */
export class TriggerMemory {
	/** The number of the last state that it has kept; 0 for none. */
	writes = 0;
	/** The last delivery, by the number of the state that covers it; host's clock, epoch milliseconds. */
	delivered?: { readonly writes: number; readonly atMs: number };
	/** How far polls that delivered nothing have come, from what n8n had kept then, as JSON. */
	progress?: { readonly from: string | undefined; readonly state: TriggerState };
	/** What n8n had kept when the trigger polled last, where it saves that together with other triggers'. */
	kept?: Copy;
	/** Of polls since the last one that succeeded. */
	failures = new Failures();
	/** When something was last done that need not be done by every poll; epoch milliseconds. */
	private readonly doneAtMs = new Map<string, number>();

	/** Notes that something is done, unless it was within the last hour, or so long. Gives whether it is to be. */
	claim(what: string, nowMs: number, againAfterMs = HOUR_MS): boolean {
		const lastMs = this.doneAtMs.get(what);
		if (lastMs !== undefined && Math.abs(nowMs - lastMs) < againAfterMs) return false;
		this.doneAtMs.set(what, nowMs);
		return true;
	}
}

/** What polls know of each other in this process of n8n. */
export class ProcessMemory {
	/** Tells this process of n8n from one before it, or beside it. */
	readonly processId = randomBytes(9).toString('base64url');
	private readonly byWorkflow = new Map<string, Map<string, TriggerMemory>>();

	of(workflowId: string, nodeId: string): TriggerMemory {
		const triggers = this.byWorkflow.get(workflowId) ?? new Map<string, TriggerMemory>();
		const trigger = triggers.get(nodeId) ?? new TriggerMemory();
		triggers.set(nodeId, trigger);
		this.byWorkflow.delete(workflowId);
		this.byWorkflow.set(workflowId, triggers);
		const [longestUnused] = this.byWorkflow.keys();
		if (this.byWorkflow.size > MAX_WORKFLOWS && longestUnused !== undefined) {
			this.byWorkflow.delete(longestUnused);
		}
		return trigger;
	}

	/** All triggers of a workflow that have polled. */
	ofWorkflow(workflowId: string): Iterable<TriggerMemory> {
		return this.byWorkflow.get(workflowId)?.values() ?? [];
	}
}
