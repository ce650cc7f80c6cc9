import { randomBytes } from 'node:crypto';
import { type IDataObject, type IPollFunctions, jsonParse } from 'n8n-workflow';
import type { LearnedPageLength } from '../../api/pageLengths';
import { EventLogFailure } from '../../errors/failure';
import type { Source } from '../../events/event';
import { isJsonObject } from '../../json/jsonValues';
import type { ServiceProfile } from '../../reading/profile';
import { type ServiceState, type TriggerState, isTriggerState } from '../state';
import type { Occasion } from './occasionContext';

const NODE_KEY = 'kept';

/** A busy n8n takes seconds to store a delivery; one that it has not stored after this may be lost. */
const STORING_MS = 10_000;

/** A state as n8n stores it, in either of two places: `writes` tells which one was written last. */
interface StateCopy {
	/** The node that wrote it: n8n hands a node what another one left under the same name. */
	readonly nodeId: string;
	/** It numbers the states that this trigger has kept. */
	readonly writes: number;
	readonly state: TriggerState;
}

/** One trigger as this process of n8n remembers it, beside the state that n8n keeps. */
interface TriggerMemory {
	lastWriteNumber: number;
	/** Polls without a delivery have come to this state from the stored copy of this write, and from no other. */
	progress?: { readonly basedOnWriteNumber: number; readonly state: TriggerState };
	/** Numbers the write of the last delivery's state, and tells when it was, epoch milliseconds. */
	delivery?: { readonly writeNumber: number; readonly atMs: number };
	/** It grows with each delivery and each activation: a poll that finds it changed keeps nothing. */
	generation: number;
	/** The last poll failed, and that was tolerated: a second failure in a row is not. */
	hasToleratedFailure?: boolean;
	/** It was learned also from polls that failed. */
	learned?: Pick<ServiceState, 'logScope' | 'source' | 'profile'>;
	/** Clients write here what they learn. */
	learnedPageLength: LearnedPageLength;
}

/** Lets the polls of this process of n8n know of each other. */
export class ProcessMemory {
	/** Tells this process of n8n from one before it, or beside it. */
	readonly processId = randomBytes(9).toString('base64url');
	private readonly triggers = new Map<string, TriggerMemory>();

	memoryOf(workflowId: string, nodeId: string): TriggerMemory {
		const key = `${workflowId} ${nodeId}`;
		const newMemory = { lastWriteNumber: 0, generation: 0, learnedPageLength: {} };
		const trigger: TriggerMemory = this.triggers.get(key) ?? newMemory;
		this.triggers.set(key, trigger);
		return trigger;
	}
}

/**
 * The state is kept twice, with the node and with the workflow, because n8n can lose either: the later write counts.
 * Progress without a delivery is also kept in this process, because a durable scheduler without durable cursors
 * doesn't save it. A poll keeps its state only if no other poll has delivered since it began, so a race repeats
 * events and loses none.
 */
export class StateStore {
	/** It is undefined if n8n saves the node's state in one transaction with the execution of what it covers. */
	readonly processId: string | undefined;
	readonly memory: TriggerMemory;
	private readonly nodeId: string;
	/** n8n has stored this; undefined if it has stored nothing. */
	readonly storedState: TriggerState | undefined;
	private readonly storedWriteNumber: number;
	private readonly generationAtStart: number;

	/**
	 * A poll creates it before its first `await`, or a delivery since n8n has read the copies would go unnoticed.
	 *
	 * @throws EventLogFailure if something is stored that can't be a state of this trigger
	 */
	constructor(
		private readonly context: IPollFunctions,
		processMemory: ProcessMemory,
		occasion: Occasion,
	) {
		this.nodeId = context.getNode().id;
		const { state, writes = 0 } = readStoredCopy(context) ?? {};
		this.storedState = state;
		this.storedWriteNumber = writes;
		this.processId = savesWithExecution(context) ? undefined : processMemory.processId;
		this.memory = processMemory.memoryOf(context.getWorkflow().id ?? '', this.nodeId);
		if (occasion !== 'schedule') {
			this.memory.generation += 1;
			// Somebody may have changed which service is asked, and by what.
			this.memory.learnedPageLength = {};
		}
		const { delivery, generation } = this.memory;
		// n8n has not stored the last delivery yet, so this poll began from an older state: it counts as superseded.
		const isBeingStored =
			delivery !== undefined &&
			delivery.writeNumber > this.storedWriteNumber &&
			Math.abs(Date.now() - delivery.atMs) < STORING_MS;
		this.generationAtStart = isBeingStored ? generation - 1 : generation;
	}

	/** Gives what is known of a log's service, also from polls of which n8n kept nothing. */
	profileOf(logScope: string, source: Source): ServiceProfile | undefined {
		const learned = this.memory.learned ?? this.storedState?.service;
		const isOfLog = learned?.logScope === logScope && learned.source === source;
		return isOfLog ? learned.profile : undefined;
	}

	/** A poll goes on from the stored state, or from the progress that this process has made on exactly that. */
	get currentState(): TriggerState | undefined {
		const { progress } = this.memory;
		return progress?.basedOnWriteNumber === this.storedWriteNumber
			? progress.state
			: this.storedState;
	}

	/**
	 * Gives true if another poll has delivered since this one began, or has begun on an activation: after a publication
	 * n8n may discard the old version's items. This poll then keeps nothing, and leaves what it has found to the other.
	 */
	get isSuperseded(): boolean {
		return this.memory.generation !== this.generationAtStart;
	}

	/**
	 * Keeps a state, as the last thing that a poll does: an exception after it would not take it back. n8n saves at each
	 * assignment to a top-level key, so a state equal to the stored one is not assigned, unless this process remembers
	 * progress beyond it, from which the next poll would go on.
	 */
	keep(state: TriggerState, reason: 'delivery' | 'progress'): void {
		const { storedState, storedWriteNumber, context, nodeId, memory } = this;
		const remembersNoProgress = this.currentState === storedState;
		if (remembersNoProgress && JSON.stringify(state) === JSON.stringify(storedState)) return;
		const isDelivery = reason === 'delivery';
		memory.lastWriteNumber = Math.max(storedWriteNumber, memory.lastWriteNumber) + 1;
		if (isDelivery) {
			memory.generation += 1;
			memory.delivery = { writeNumber: memory.lastWriteNumber, atMs: Date.now() };
		} else memory.progress = { basedOnWriteNumber: storedWriteNumber, state };
		const copy = { nodeId, writes: memory.lastWriteNumber, state };
		context.getWorkflowStaticData('node')[NODE_KEY] = toStored(copy);
		// With durable cursors n8n saves the workflow's part before it commits the node's together with
		// the execution: a kill in between must not leave there what was never delivered.
		const mayBeRolledBack = isDelivery && this.processId === undefined;
		const previousCopy = storedState && { nodeId, writes: storedWriteNumber, state: storedState };
		const workflowCopy = mayBeRolledBack ? previousCopy : copy;
		if (workflowCopy === undefined) return;
		context.getWorkflowStaticData('global')[workflowKeyOf(context)] = toStored(workflowCopy);
	}
}

/** The key has the node's id, so that renaming the node keeps the copy. */
function workflowKeyOf(context: IPollFunctions): string {
	return `orgEventLogTrigger:${context.getNode().id}`;
}

/**
 * Gives the copy that this node wrote last; if it wrote none, what another one left under its name. The workflow's copy
 * lags where n8n commits a durable cursor without it. The node's copy lags if the node was renamed, or durable cursors
 * were turned on or off.
 */
function readStoredCopy(context: IPollFunctions): StateCopy | undefined {
	const nodeCopy = toStateCopy(context.getWorkflowStaticData('node')[NODE_KEY]);
	const workflowCopy = toStateCopy(context.getWorkflowStaticData('global')[workflowKeyOf(context)]);
	if (nodeCopy === undefined || workflowCopy === undefined) return nodeCopy ?? workflowCopy;
	const isOwn = nodeCopy.nodeId === workflowCopy.nodeId;
	return isOwn && nodeCopy.writes >= workflowCopy.writes ? nodeCopy : workflowCopy;
}

/** @throws EventLogFailure if something else is stored */
function toStateCopy(stored: unknown): StateCopy | undefined {
	if (stored === undefined) return undefined;
	if (isJsonObject(stored)) {
		const { nodeId, writes, state } = stored;
		const isMarked = typeof nodeId === 'string' && typeof writes === 'number';
		if (isMarked && isTriggerState(state)) return { nodeId, writes, state };
	}
	throw new EventLogFailure('damagedState', {});
}

/** n8n stores plain JSON, and must not share its objects with this process. */
function toStored(copy: StateCopy): IDataObject {
	return jsonParse<IDataObject>(JSON.stringify(copy));
}

/** Gives true with durable cursors: static data is then a plain copy of a row, without n8n's mark `__dataChanged`. */
function savesWithExecution(context: IPollFunctions): boolean {
	return !('__dataChanged' in context.getWorkflowStaticData('node'));
}
