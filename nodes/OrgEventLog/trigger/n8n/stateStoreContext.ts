import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { EventLogFailure } from '../../errors/failure';
import { isJsonObject, memberOf } from '../../json/jsonValues';
import type { PollOccasion } from './failedPoll';
import type { Copy, LastKept, ProcessMemory, TriggerMemory } from './processMemory';
import { type TriggerState, isTriggerState } from '../position/triggerState';

const NODE_KEY = 'kept';
/** As `EventLogClient.logScope` is written; anything else is not another log but damage. */
const LOG_SCOPE = /^[0-9a-f]{16}$/;
/** How long n8n may take to save what it was given; some 5 to 30 ms are usual. */
const SAVING_MS = 10_000;

/**
 * Where one trigger is, for one poll. n8n keeps two copies, for each of them loses some: it drops what
 * the activation poll of a durable scheduler writes for the node, and forgets it when the node is
 * renamed; and it commits a durable cursor without the workflow's data. The process knows more. Each copy bears
 * its node and a number, and one rule says what counts:
 *
 * 1. Of the two copies the one that this node wrote last, by their numbers.
 * 2. On top of exactly that number, how far polls of this process have come that delivered nothing: the
 *    durable scheduler without durable cursors saves nothing of them.
 * 3. A lower number than that of a delivery that n8n has just been given: nothing counts, it is being saved.
 * 4. What a poll leaves: only if no other poll of this process has kept a state since it began, and, of a
 *    scheduled one, if no activation has begun since. n8n throws away what an old version of a workflow finds.
 */
export class StateStore {
	/** What n8n has kept; undefined for nothing. */
	readonly kept: TriggerState | undefined;
	/** Whether n8n saves the node's state in one transaction with the execution of what it covers. */
	readonly savesWithExecution: boolean;
	/** What this process remembers of the trigger. */
	readonly memory: TriggerMemory;
	readonly processId: string;
	private readonly keptNumber: number;
	private readonly lastBefore: LastKept | undefined;
	private readonly activationsBefore: number;
	private readonly nodeId: string;

	/**
	 * To be made as the first thing of a poll, before anything is waited for: n8n has read the copies already.
	 *
	 * @throws EventLogFailure where something is stored that can't be a state of this trigger
	 */
	constructor(
		private readonly context: IPollFunctions,
		private readonly ofProcess: ProcessMemory,
		private readonly occasion: PollOccasion,
	) {
		this.nodeId = context.getNode().id;
		const latest = readLatest(context);
		this.kept = latest?.state;
		this.keptNumber = this.numberOf(latest);
		this.savesWithExecution = !isPartOfWorkflow(dataOf(context, 'node'));
		this.processId = ofProcess.processId;
		this.memory = ofProcess.of(this.workflowId, this.nodeId);
		this.lastBefore = this.memory.last;
		if (occasion !== 'schedule') {
			this.memory.activations++;
			this.memory.carriedAlong = this.keptNumber > 0 ? latest : undefined;
		}
		this.activationsBefore = this.memory.activations;
	}

	private get workflowId(): string {
		return this.context.getWorkflow().id ?? '';
	}

	/** 0 for nothing, or for what another node wrote. */
	private numberOf(copy: Copy | undefined): number {
		return copy?.nodeId === this.nodeId ? copy.writes : 0;
	}

	/** Whether n8n may still be saving the last delivery. @param nowMs the host's clock, epoch milliseconds */
	isBeingSaved(nowMs: number): boolean {
		const { last } = this.memory;
		if (last === undefined || last.onTopOf !== undefined) return false;
		return this.keptNumber < last.writes && Math.abs(nowMs - last.atMs) < SAVING_MS;
	}

	/** What n8n has kept, or what this process has made of exactly that without delivering anything. */
	latest(): TriggerState | undefined {
		const { last } = this.memory;
		return last?.onTopOf === this.keptNumber ? last.state : this.kept;
	}

	/** Whether what this poll has found is left to another one of this process, as rule 4 says. */
	get isOvertaken(): boolean {
		const { memory, lastBefore, activationsBefore, occasion } = this;
		if (memory.last !== lastBefore) return true;
		return occasion === 'schedule' && memory.activations > activationsBefore;
	}

	/**
	 * Keeps a state, as the last thing that a poll does: an exception after it would not take it back.
	 * n8n notices assigned top-level keys only, and saves whatever was assigned, so an unchanged state
	 * is not assigned, unless what the process has made of it counts instead.
	 *
	 * @param covers whether the poll delivers something with it, or has only come further
	 * @param nowMs the host's clock, epoch milliseconds
	 */
	keep(state: TriggerState, covers: 'delivery' | 'progress', nowMs: number): void {
		const { kept, context, nodeId, memory } = this;
		const isOfKept = this.latest() === kept;
		if (isOfKept && JSON.stringify(state) === JSON.stringify(kept)) return;
		const isDelivery = covers === 'delivery';
		const before = this.numberOf(readLatest(context));
		const writes = Math.max(before, memory.last?.writes ?? 0) + 1;
		const onTopOf = isDelivery ? undefined : this.keptNumber;
		memory.last = { nodeId, writes, state, onTopOf, atMs: nowMs };
		memory.carriedAlong = memory.last;

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
		if (!this.savesWithExecution && this.occasion === 'schedule') this.carryOthersAlong(ofWorkflow);
	}

	/**
	 * Leaves in the workflow's data how far the poll has come that overtook this one, if it delivered nothing.
	 * n8n saves what an activation leaves there; of a scheduled poll that delivers nothing it may save nothing.
	 */
	keepOvertaking(): void {
		const { last } = this.memory;
		if (last?.onTopOf !== this.keptNumber) return;
		dataOf(this.context, 'global')[workflowKey(this.nodeId)] = toStored(last);
	}

	/**
	 * n8n saves a workflow's data as a whole, and where one of two triggers was published anew each has
	 * data of its own: what this one has of the other may be of long ago, and would take its place. Not
	 * so what an activation has: n8n has just loaded it.
	 */
	private carryOthersAlong(ofWorkflow: IDataObject): void {
		for (const { carriedAlong: other } of this.ofProcess.ofWorkflow(this.workflowId)) {
			if (other === undefined || other.nodeId === this.nodeId) continue;
			const key = workflowKey(other.nodeId);
			const writes = key in ofWorkflow ? memberOf(ofWorkflow[key], 'writes') : 0;
			if (isCount(writes) && writes < other.writes) ofWorkflow[key] = toStored(other);
		}
	}
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
