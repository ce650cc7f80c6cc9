import { type IDataObject, type IPollFunctions, jsonParse } from 'n8n-workflow';
import { EventLogFailure } from '../../errors/failure';
import type { Source } from '../../events/event';
import { isJsonObject } from '../../json/jsonValues';
import type { ServiceProfile } from '../../reading/profile';
import { type TriggerState, isTriggerState } from '../state';
import type { Occasion } from './occasionContext';
import type { StateCopy, ProcessMemory, TriggerInProcess } from './processMemory';

const NODE_KEY = 'kept';

/** A busy n8n takes seconds to store a delivery; one that it has not stored after this may be lost. */
const STORING_MS = 10_000;

/**
 * n8n keeps two copies of a trigger's state, and each can lose writes: the copy that this node wrote last counts.
 * Progress without a delivery is also kept in this process, because a durable scheduler without durable cursors
 * doesn't save it. A poll keeps its state only if no other poll has delivered since it began, so a race repeats
 * events and loses none.
 */
export class StateStore {
	/** n8n has stored this; undefined if it has stored nothing. */
	readonly storedState: TriggerState | undefined;
	/** True if n8n saves the node's state in one transaction with the execution of what it covers. */
	readonly savesWithExecution: boolean;
	readonly inProcess: TriggerInProcess;
	private readonly storedWrites: number;
	private readonly deliveriesAtStart: number;
	private readonly activationsAtStart: number;
	private readonly pollsAtStart: number;
	private readonly isDeliveryInFlight: boolean;
	private readonly nodeId: string;

	/**
	 * A poll makes it first, before anything is waited for: n8n has read the copies already.
	 *
	 * @throws EventLogFailure if something is stored that can't be a state of this trigger
	 */
	constructor(
		private readonly context: IPollFunctions,
		private readonly processMemory: ProcessMemory,
		private readonly occasion: Exclude<Occasion, 'testRun'>,
	) {
		this.nodeId = context.getNode().id;
		const storedCopy = readStoredCopy(context);
		this.storedState = storedCopy?.state;
		this.storedWrites = this.writesOf(storedCopy);
		this.savesWithExecution = !isPartOfWorkflow(dataOf(context, 'node'));
		this.inProcess = processMemory.triggerOf(this.workflowId, this.nodeId);
		this.deliveriesAtStart = this.inProcess.deliveries;
		this.isDeliveryInFlight = isInFlight(this.inProcess, this.storedWrites);
		if (occasion !== 'schedule') {
			this.inProcess.activations += 1;
			// Somebody may have changed which service is asked, and by what.
			this.inProcess.learnedPageLength = {};
		}
		this.activationsAtStart = this.inProcess.activations;
		this.inProcess.polls += 1;
		this.pollsAtStart = this.inProcess.polls;
	}

	get processId(): string {
		return this.processMemory.processId;
	}

	/** Gives what is known of a log's service, also from polls of which n8n kept nothing. */
	profileOf(logScope: string, source: Source): ServiceProfile | undefined {
		const learned = this.inProcess.learned ?? this.storedState?.service;
		const isOfLog = learned?.logScope === logScope && learned.source === source;
		return isOfLog ? learned.profile : undefined;
	}

	private get workflowId(): string {
		return this.context.getWorkflow().id ?? '';
	}

	/** Gives 0 for no copy, or for one that another node wrote. */
	private writesOf(copy: StateCopy | undefined): number {
		return copy?.nodeId === this.nodeId ? copy.writes : 0;
	}

	/** A poll goes on from what n8n has stored, or from what this process has made of exactly that without a delivery. */
	get currentState(): TriggerState | undefined {
		const { lastCopy } = this.inProcess;
		return lastCopy?.basedOnWrites === this.storedWrites ? lastCopy.state : this.storedState;
	}

	/**
	 * True if this poll keeps nothing, and leaves what it has found to another one: n8n may have read the stored state
	 * before it stored that one's delivery. Or a publication came: n8n saves the state of the old version's poll, but may
	 * discard its items, which would be lost.
	 */
	get isOvertaken(): boolean {
		const { inProcess, deliveriesAtStart, activationsAtStart, occasion } = this;
		if (this.isDeliveryInFlight || inProcess.deliveries !== deliveriesAtStart) return true;
		return occasion === 'schedule' && inProcess.activations !== activationsAtStart;
	}

	/** True if another poll of this process has begun meanwhile: polls that wait side by side share a quota. */
	get hasNewerPoll(): boolean {
		return this.inProcess.polls !== this.pollsAtStart;
	}

	/** True if another trigger polls in this workflow, in a mode of n8n in which they share their data. */
	get isSharedWorkflow(): boolean {
		const { activatedAtMs } = this.inProcess;
		return (
			!this.savesWithExecution &&
			this.processMemory.hasOtherSince(activatedAtMs, this.workflowId, this.nodeId)
		);
	}

	/**
	 * Keeps a state, as the last thing that a poll does: an exception after it would not take it back. n8n saves whatever
	 * is assigned to a top-level key, so the state that it has stored is not assigned again, unless this process has made
	 * progress since: that would be gone on from instead.
	 *
	 * @param covers 'delivery' if the poll delivers something with it, 'progress' if it has only come further
	 */
	keep(state: TriggerState, covers: 'delivery' | 'progress'): void {
		const { storedState, context, nodeId, inProcess } = this;
		const isOfStored = this.currentState === storedState;
		if (isOfStored && JSON.stringify(state) === JSON.stringify(storedState)) return;
		const isDelivery = covers === 'delivery';
		const before = this.writesOf(readStoredCopy(context));
		const writes = Math.max(before, inProcess.lastCopy?.writes ?? 0) + 1;
		if (isDelivery) {
			inProcess.deliveries += 1;
			inProcess.deliveredAtMs = Date.now();
		}
		inProcess.lastCopy = {
			nodeId,
			writes,
			state,
			basedOnWrites: isDelivery ? undefined : this.storedWrites,
		};

		const workflowData = dataOf(context, 'global');
		const next = toStored(inProcess.lastCopy);
		dataOf(context, 'node')[NODE_KEY] = next;
		// With durable cursors n8n saves the workflow's part before it commits the node's together with
		// the execution: a kill in between must not leave there what was never delivered.
		if (!isDelivery || !this.savesWithExecution) {
			workflowData[workflowKey(nodeId)] = next;
		} else if (storedState !== undefined) {
			workflowData[workflowKey(nodeId)] = toStored({ nodeId, writes: before, state: storedState });
		}
	}
}

/** True if the last poll delivered, and what n8n handed to this one was stored before that. */
function isInFlight({ lastCopy, deliveredAtMs }: TriggerInProcess, storedWrites: number): boolean {
	const isDelivery = lastCopy !== undefined && lastCopy.basedOnWrites === undefined;
	return isDelivery && lastCopy.writes > storedWrites && Date.now() - deliveredAtMs < STORING_MS;
}

/** The key has the node's id, so that renaming the node keeps the copy. */
function workflowKey(nodeId: string): string {
	return `orgEventLogTrigger:${nodeId}`;
}

/**
 * Gives the copy that this node wrote last; if it wrote none, what another one left under its name. Either may lag
 * behind: the workflow's behind a durable cursor, which n8n commits without it; the node's under a name that it had
 * before, or after durable cursors were turned on or off.
 */
function readStoredCopy(context: IPollFunctions): StateCopy | undefined {
	const nodeCopy = toStateCopy(dataOf(context, 'node')[NODE_KEY]);
	const workflowCopy = toStateCopy(dataOf(context, 'global')[workflowKey(context.getNode().id)]);
	if (nodeCopy === undefined || workflowCopy === undefined) return nodeCopy ?? workflowCopy;
	const isOwn = nodeCopy.nodeId === workflowCopy.nodeId;
	return isOwn && nodeCopy.writes >= workflowCopy.writes ? nodeCopy : workflowCopy;
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
function isPartOfWorkflow(nodeData: IDataObject): boolean {
	return '__dataChanged' in nodeData;
}
