import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { EventLogFailure } from '../../errors/failure';
import { isJsonObject, memberOf } from '../../json/jsonValues';
import type { Copy, ProcessMemory, TriggerMemory } from './processMemory';
import { type TriggerState, isTriggerState } from '../position/triggerState';

const NODE_KEY = 'kept';
/** As `EventLogClient.logScope` is written; anything else is not another log but damage. */
const LOG_SCOPE = /^[0-9a-f]{16}$/;
/** How long n8n may take to save what it was given; some 5 to 30 ms are usual. */
const SAVING_MS = 10_000;

/** How what n8n has kept compares with what it was given with a delivery. */
export type Freshness =
	| 'latest'
	/** It is older, and the delivery so recent that n8n may still be saving it. */
	| 'beingSaved'
	/** It is older: n8n has lost the other one, or was given it in vain. */
	| 'older';

/**
 * Where one trigger is, for one poll. n8n keeps two copies, for each of them loses some: it drops what
 * the activation poll of a durable scheduler writes for the node, and forgets it when the node is
 * renamed; and it commits a durable cursor without the workflow's data. The process knows more. Each copy bears
 * its node and a number, and one rule says what counts:
 *
 * 1. Of the two copies the one that this node wrote last, by their numbers.
 * 2. On top of exactly that one, how far polls of this process have come that delivered nothing: the
 *    durable scheduler without durable cursors saves nothing of them.
 * 3. An older copy than the one of a delivery that n8n has just been given: nothing counts, it is being saved.
 * 4. What a poll leaves: only if no other poll of this process has kept a state since it began.
 */
export class StateStore {
	/** What n8n has kept; undefined for nothing. */
	readonly kept: TriggerState | undefined;
	/** Whether n8n saves the node's state in one transaction with the execution of what it covers. */
	readonly savesWithExecution: boolean;
	/** What else this process remembers of the trigger. */
	readonly memory: TriggerMemory;
	readonly processId: string;
	private readonly copy: Copy | undefined;
	private readonly writesBefore: number;
	private readonly nodeId: string;

	/**
	 * To be made as the first thing of a poll, before anything is waited for: n8n has read the copies already.
	 *
	 * @throws EventLogFailure where something is stored that can't be a state of this trigger
	 */
	constructor(
		private readonly context: IPollFunctions,
		private readonly ofProcess: ProcessMemory,
	) {
		this.nodeId = context.getNode().id;
		this.copy = readLatest(context);
		this.kept = this.copy?.state;
		this.savesWithExecution = !isPartOfWorkflow(dataOf(context, 'node'));
		this.processId = ofProcess.processId;
		this.memory = ofProcess.of(this.workflowId, this.nodeId);
		this.memory.kept = this.savesWithExecution ? undefined : this.copy;
		this.writesBefore = this.memory.writes;
	}

	private get workflowId(): string {
		return this.context.getWorkflow().id ?? '';
	}

	/** @param nowMs the host's clock, epoch milliseconds */
	freshness(nowMs: number): Freshness {
		const { delivered } = this.memory;
		if (delivered === undefined || (this.copy?.writes ?? 0) >= delivered.writes) return 'latest';
		return Math.abs(nowMs - delivered.atMs) < SAVING_MS ? 'beingSaved' : 'older';
	}

	/** What n8n has kept, or what this process has made of exactly that without delivering anything. */
	latest(): TriggerState | undefined {
		const { progress } = this.memory;
		return progress?.from === asText(this.kept) ? (progress?.state ?? this.kept) : this.kept;
	}

	/** Whether another poll of this process has kept a state since this one began. */
	get isOvertaken(): boolean {
		return this.memory.writes !== this.writesBefore;
	}

	/**
	 * Keeps a state, as the last thing that a poll does: an exception after it would not take it back.
	 * n8n notices assigned top-level keys only, and saves whatever was assigned, so an unchanged state
	 * is not assigned.
	 *
	 * @param covers whether the poll delivers something with it, or has only come further
	 * @param nowMs the host's clock, epoch milliseconds
	 */
	keep(state: TriggerState, covers: 'delivery' | 'progress', nowMs: number): void {
		const { kept, context, nodeId, memory } = this;
		const isDelivery = covers === 'delivery';
		memory.progress = isDelivery ? undefined : { from: asText(kept), state };
		if (asText(state) === asText(kept)) return;
		const latest = readLatest(context);
		const before = latest?.nodeId === nodeId ? latest.writes : 0;
		const writes = Math.max(before, memory.writes) + 1;
		memory.writes = writes;
		if (isDelivery) memory.delivered = { writes, atMs: nowMs };

		const ofNode = dataOf(context, 'node');
		const ofWorkflow = dataOf(context, 'global');
		const next = toStored({ nodeId, writes, state });
		ofNode[NODE_KEY] = next;
		// With durable cursors n8n saves the workflow's part before it commits the node's together with
		// the execution: a kill in between must not leave there what was never delivered.
		if (!isDelivery || !this.savesWithExecution) {
			ofWorkflow[workflowKey(nodeId)] = next;
		} else if (kept !== undefined) {
			ofWorkflow[workflowKey(nodeId)] = toStored({ nodeId, writes: before, state: kept });
		}
		if (!this.savesWithExecution) this.carryOthersAlong(ofWorkflow);
	}

	/**
	 * n8n saves a workflow's data as a whole, and where one of two triggers was published anew each has
	 * data of its own: what this one has of the other may be of long ago, and would take its place.
	 */
	private carryOthersAlong(ofWorkflow: IDataObject): void {
		for (const { kept: other } of this.ofProcess.ofWorkflow(this.workflowId)) {
			if (other === undefined || other.nodeId === this.nodeId) continue;
			const key = workflowKey(other.nodeId);
			const writes = key in ofWorkflow ? memberOf(ofWorkflow[key], 'writes') : 0;
			if (isCount(writes) && writes < other.writes) ofWorkflow[key] = toStored(other);
		}
	}
}

function asText(state: TriggerState | undefined): string | undefined {
	return JSON.stringify(state);
}

/** Under the node's id, so that renaming the node keeps it. */
function workflowKey(nodeId: string): string {
	return `orgEventLogTrigger:${nodeId}`;
}

/**
 * The copy that this node wrote last. Either may lag behind: the workflow's behind a durable cursor,
 * which n8n commits without it; the node's under a name that it had before, or where durable
 * cursors have been turned on or off.
 */
function readLatest(context: IPollFunctions): Copy | undefined {
	const ofNode = toCopy(dataOf(context, 'node')[NODE_KEY]);
	const ofWorkflow = toCopy(dataOf(context, 'global')[workflowKey(context.getNode().id)]);
	if (ofNode === undefined || ofWorkflow === undefined) return ofNode ?? ofWorkflow;
	const isOwn = ofNode.nodeId === ofWorkflow.nodeId;
	return isOwn && ofNode.writes >= ofWorkflow.writes ? ofNode : ofWorkflow;
}

/** @throws EventLogFailure where something else is stored */
function toCopy(stored: unknown): Copy | undefined {
	if (stored === undefined) return undefined;
	if (isJsonObject(stored)) {
		const { nodeId, writes, state } = stored;
		const isMarked = typeof nodeId === 'string' && isCount(writes);
		if (isMarked && isTriggerState(state) && LOG_SCOPE.test(state.logScope)) {
			return { nodeId, writes, state };
		}
	}
	throw new EventLogFailure('damagedState', {});
}

function toStored({ nodeId, writes, state }: Copy): IDataObject {
	return { nodeId, writes, state: { ...state, organizations: [...state.organizations] } };
}

function isCount(value: unknown): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** @throws EventLogFailure where n8n has something else than an object there, which it hands out as it is */
function dataOf(context: IPollFunctions, part: 'node' | 'global'): IDataObject {
	const data = context.getWorkflowStaticData(part);
	if (isJsonObject(data)) return data;
	throw new EventLogFailure('damagedState', {});
}

/**
 * Whether n8n saves a node's data together with the workflow's. It then watches the data for changes,
 * under a name that it gives to watched objects; a durable cursor is a plain copy of a row.
 */
function isPartOfWorkflow(ofNode: IDataObject): boolean {
	return '__dataChanged' in ofNode;
}
