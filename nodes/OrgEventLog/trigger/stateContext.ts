import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { EventLogFailure } from '../errors/failure';
import { isJsonObject, memberOf } from '../json/jsonValues';
import { isTriggerState, type TriggerState } from './triggerState';

const NODE_KEY = 'kept';
/** As `EventLogClient.logScope` is written; anything else is not another log but damage. */
const LOG_SCOPE = /^[0-9a-f]{16}$/;

/** Under the node's id, so that renaming the node keeps it. */
function workflowKey(nodeId: string): string {
	return `orgEventLogTrigger:${nodeId}`;
}

/** A state that n8n has kept. */
export interface KeptState {
	/** How often the node had kept a state, this time included. */
	readonly writes: number;
	readonly state: TriggerState;
}

/** As n8n keeps it in either of two places. */
export interface Copy extends KeptState {
	/** The node that wrote it. n8n hands a node what another one left under the same name. */
	readonly nodeId: string;
}

function isCount(value: unknown): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
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
	throw new EventLogFailure('damagedState');
}

interface Copies {
	/** In the workflow's data by the node's name, or a durable cursor by its id. */
	readonly ofNode: Copy | undefined;
	readonly ofWorkflow: Copy | undefined;
}

/** @throws EventLogFailure where n8n has something else than an object there, which it hands out as it is */
function dataOf(context: IPollFunctions, part: 'node' | 'global'): IDataObject {
	const data = context.getWorkflowStaticData(part);
	if (isJsonObject(data)) return data;
	throw new EventLogFailure('damagedState');
}

function readCopies(context: IPollFunctions): Copies {
	return {
		ofNode: toCopy(dataOf(context, 'node')[NODE_KEY]),
		ofWorkflow: toCopy(dataOf(context, 'global')[workflowKey(context.getNode().id)]),
	};
}

/**
 * The copy that this node wrote last. Either may lag behind: the workflow's behind a durable cursor,
 * which n8n commits without it; the node's under a name that it had before, or where durable
 * cursors have been turned on or off.
 */
function latestOf({ ofNode, ofWorkflow }: Copies): Copy | undefined {
	if (ofNode === undefined || ofWorkflow === undefined) return ofNode ?? ofWorkflow;
	const isOwn = ofNode.nodeId === ofWorkflow.nodeId;
	return isOwn && ofNode.writes >= ofWorkflow.writes ? ofNode : ofWorkflow;
}

/**
 * The state that n8n kept for this trigger. n8n drops what the activation poll of a durable scheduler
 * wrote for the node, and keeps state under a name that may change; the copy in the workflow's own
 * data survives both.
 *
 * @throws EventLogFailure where something is stored that can't be a state of this trigger
 */
export function readKeptState(context: IPollFunctions): Copy | undefined {
	return latestOf(readCopies(context));
}

/** What a poll leaves behind. */
export interface StateChange {
	readonly state: TriggerState;
	/** What n8n had kept when the poll began. */
	readonly before: TriggerState | undefined;
	/** Whether the state covers events that the poll hands over with it. */
	readonly isHandedOver: boolean;
	/** What n8n had kept of other triggers of the workflow when they polled last. */
	readonly ofOthers: Iterable<Copy>;
}

/**
 * Keeps a state, as the last thing that a poll does: an exception after it would not take it back.
 * n8n notices assigned top-level keys only, and saves whatever was assigned, so an unchanged state
 * is not assigned. Gives how often a state has been kept by now, or undefined for an unchanged one.
 */
export function keepState(
	context: IPollFunctions,
	{ state, before, isHandedOver, ofOthers }: StateChange,
): number | undefined {
	if (JSON.stringify(state) === JSON.stringify(before)) return undefined;
	const { id: nodeId } = context.getNode();
	const ofNode = dataOf(context, 'node');
	const ofWorkflow = dataOf(context, 'global');
	const latest = latestOf(readCopies(context));
	const writes = latest?.nodeId === nodeId ? latest.writes : 0;
	const next = toStored({ nodeId, writes: writes + 1, state });
	ofNode[NODE_KEY] = next;
	// With durable cursors n8n saves the workflow's part before it commits the node's together with
	// the execution: a kill in between must not leave there what nobody was handed.
	if (!isHandedOver || isPartOfWorkflow(ofNode)) {
		ofWorkflow[workflowKey(nodeId)] = next;
	} else if (before !== undefined) {
		ofWorkflow[workflowKey(nodeId)] = toStored({ nodeId, writes, state: before });
	}
	if (isPartOfWorkflow(ofNode)) for (const other of ofOthers) carryAlong(ofWorkflow, other);
	return writes + 1;
}

/**
 * n8n saves a workflow's data as a whole, and where one of two triggers was published anew each has
 * data of its own: what this one knows of the other may be of long ago, and would take its place.
 */
function carryAlong(ofWorkflow: IDataObject, other: Copy): void {
	const key = workflowKey(other.nodeId);
	const writes = key in ofWorkflow ? memberOf(ofWorkflow[key], 'writes') : 0;
	if (isCount(writes) && writes < other.writes) ofWorkflow[key] = toStored(other);
}

function toStored({ nodeId, writes, state }: Copy): IDataObject {
	return { nodeId, writes, state: { ...state, organizations: [...state.organizations] } };
}

/** Whether n8n saves the node's state in one transaction with the execution of what it covers. */
export function savesWithExecution(context: IPollFunctions): boolean {
	return !isPartOfWorkflow(dataOf(context, 'node'));
}

/**
 * Whether n8n saves a node's data together with the workflow's. It then watches the data for changes,
 * under a name that it gives to watched objects; a durable cursor is a plain copy of a row.
 */
function isPartOfWorkflow(ofNode: IDataObject): boolean {
	return '__dataChanged' in ofNode;
}
