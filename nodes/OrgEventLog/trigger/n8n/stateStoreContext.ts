import { type IDataObject, type IPollFunctions, jsonParse } from 'n8n-workflow';
import { EventLogFailure } from '../../errors/failure';
import { isJsonObject } from '../../json/jsonValues';
import { type LearnedService, type TriggerState, isTriggerState } from '../state';
import type { Occasion } from './occasionContext';
import type { StateCopy, ProcessMemory, TriggerMemory } from './processMemory';

const NODE_KEY = 'kept';

/**
 * n8n keeps two copies of a trigger's state, and each can lose writes: the copy that this node wrote last counts.
 * Progress without a delivery is also kept in this process, because a durable scheduler without durable cursors
 * doesn't save it. A poll keeps its state only if no other poll has delivered since it began, so a race repeats
 * events and loses none.
 */
export class StateStore {
	/** It is undefined if n8n has kept nothing. */
	readonly kept: TriggerState | undefined;
	/** True if n8n saves the node's state in one transaction with the execution of what it covers. */
	readonly savesWithExecution: boolean;
	readonly memory: TriggerMemory;
	private readonly keptNumber: number;
	private readonly deliveriesBefore: number;
	private readonly activationsBefore: number;
	private readonly pollsBefore: number;
	private readonly nodeId: string;

	/**
	 * A poll makes it first, before anything is waited for: n8n has read the copies already.
	 *
	 * @throws EventLogFailure if something is stored that can't be a state of this trigger
	 */
	constructor(
		private readonly context: IPollFunctions,
		private readonly ofProcess: ProcessMemory,
		private readonly occasion: Exclude<Occasion, 'testRun'>,
	) {
		this.nodeId = context.getNode().id;
		const latest = readLatest(context);
		this.kept = latest?.state;
		this.keptNumber = this.numberOf(latest);
		this.savesWithExecution = !isPartOfWorkflow(dataOf(context, 'node'));
		this.memory = ofProcess.of(this.workflowId, this.nodeId);
		this.deliveriesBefore = this.memory.deliveries;
		if (occasion !== 'schedule') this.memory.activations += 1;
		this.activationsBefore = this.memory.activations;
		this.memory.polls += 1;
		this.pollsBefore = this.memory.polls;
	}

	get processId(): string {
		return this.ofProcess.processId;
	}

	/** It is known also from polls of which n8n kept nothing. */
	get learned(): LearnedService | undefined {
		return this.memory.learned ?? this.kept?.service;
	}

	private get workflowId(): string {
		return this.context.getWorkflow().id ?? '';
	}

	/** It is 0 for nothing, or for what another node wrote. */
	private numberOf(copy: StateCopy | undefined): number {
		return copy?.nodeId === this.nodeId ? copy.writes : 0;
	}

	/** It is what n8n has kept, or what this process has made of exactly that without a delivery. */
	get latest(): TriggerState | undefined {
		const { last } = this.memory;
		return last?.onTopOf === this.keptNumber ? last.state : this.kept;
	}

	/**
	 * True if this poll leaves what it has found to another one of this process. After a publication n8n still saves
	 * the state of a poll of the old version, but may discard its items. Those events would be lost, so that poll
	 * keeps nothing.
	 */
	get isOvertaken(): boolean {
		const { memory, deliveriesBefore, activationsBefore, occasion } = this;
		if (memory.deliveries !== deliveriesBefore) return true;
		return occasion === 'schedule' && memory.activations !== activationsBefore;
	}

	/** True if another poll of this process has begun meanwhile: polls that wait side by side share a quota. */
	get isFollowed(): boolean {
		return this.memory.polls !== this.pollsBefore;
	}

	/** True if another trigger polls in this workflow, in a mode of n8n in which they share their data. */
	get isSharedWorkflow(): boolean {
		const { activatedAtMs } = this.memory;
		return (
			!this.savesWithExecution &&
			this.ofProcess.hasOtherSince(activatedAtMs, this.workflowId, this.nodeId)
		);
	}

	/**
	 * Keeps a state, as the last thing that a poll does: an exception after it would not take it back. n8n notices
	 * assigned top-level keys only, and saves whatever was assigned, so an unchanged state is not assigned, unless what
	 * the process has made of it counts instead.
	 *
	 * @param covers 'delivery' if the poll delivers something with it, 'progress' if it has only come further
	 */
	keep(state: TriggerState, covers: 'delivery' | 'progress'): void {
		const { kept, context, nodeId, memory } = this;
		const isOfKept = this.latest === kept;
		if (isOfKept && JSON.stringify(state) === JSON.stringify(kept)) return;
		const isDelivery = covers === 'delivery';
		const before = this.numberOf(readLatest(context));
		const writes = Math.max(before, memory.last?.writes ?? 0) + 1;
		if (isDelivery) memory.deliveries += 1;
		memory.last = { nodeId, writes, state, onTopOf: isDelivery ? undefined : this.keptNumber };

		const ofWorkflow = dataOf(context, 'global');
		const next = toStored(memory.last);
		dataOf(context, 'node')[NODE_KEY] = next;
		// With durable cursors n8n saves the workflow's part before it commits the node's together with
		// the execution: a kill in between must not leave there what was never delivered.
		if (!isDelivery || !this.savesWithExecution) {
			ofWorkflow[workflowKey(nodeId)] = next;
		} else if (kept !== undefined) {
			ofWorkflow[workflowKey(nodeId)] = toStored({ nodeId, writes: before, state: kept });
		}
	}
}

/** The key has the node's id, so that renaming the node keeps the copy. */
function workflowKey(nodeId: string): string {
	return `orgEventLogTrigger:${nodeId}`;
}

/**
 * Gives the copy that this node wrote last. Either may lag behind: the workflow's behind a durable cursor, which n8n
 * commits without it; the node's under a name that it had before, or after durable cursors were turned on or off.
 */
function readLatest(context: IPollFunctions): StateCopy | undefined {
	const ofNode = toStateCopy(dataOf(context, 'node')[NODE_KEY]);
	const ofWorkflow = toStateCopy(dataOf(context, 'global')[workflowKey(context.getNode().id)]);
	if (ofNode === undefined || ofWorkflow === undefined) return ofNode ?? ofWorkflow;
	const isOwn = ofNode.nodeId === ofWorkflow.nodeId;
	return isOwn && ofNode.writes >= ofWorkflow.writes ? ofNode : ofWorkflow;
}

/** @throws EventLogFailure if something else is stored */
function toStateCopy(stored: unknown): StateCopy | undefined {
	if (stored === undefined) return undefined;
	if (isJsonObject(stored)) {
		const { nodeId, writes, state } = stored;
		const isMarked = typeof nodeId === 'string' && isCount(writes);
		if (isMarked && isTriggerState(state)) return { nodeId, writes, state };
	}
	throw new EventLogFailure('damagedState', {});
}

/** n8n stores plain JSON, which has to be a copy of its own. */
function toStored({ nodeId, writes, state }: StateCopy): IDataObject {
	return { nodeId, writes, state: jsonParse<IDataObject>(JSON.stringify(state)) };
}

function isCount(value: unknown): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** @throws EventLogFailure if n8n has something else than an object there, which it hands out as it is */
function dataOf(context: IPollFunctions, part: 'node' | 'global'): IDataObject {
	const data = context.getWorkflowStaticData(part);
	if (isJsonObject(data)) return data;
	throw new EventLogFailure('damagedState', {});
}

/**
 * True if n8n saves a node's data together with the workflow's. It then watches the data for changes, under a name
 * that it gives to watched objects; a durable cursor is a plain copy of a row.
 */
function isPartOfWorkflow(ofNode: IDataObject): boolean {
	return '__dataChanged' in ofNode;
}
