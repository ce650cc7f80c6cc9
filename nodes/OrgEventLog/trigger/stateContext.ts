import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { EventLogFailure } from '../errors/failure';
import { memberOf } from '../json/jsonValues';
import { isTriggerState, type TriggerState } from './triggerState';

const NODE_KEY = 'state';
const NAME_KEY = 'nodeName';
/** As `EventLogClient.logScope` is written; anything else is not another log but damage. */
const LOG_SCOPE = /^[0-9a-f]{16}$/;

/** Under the node's id, so that renaming the node keeps it. */
function workflowKey(context: IPollFunctions): string {
	return `orgEventLogTrigger:${context.getNode().id}`;
}

/**
 * Whether the node's own data is what it left under this name before it was renamed and back, or
 * another node of this name left. (Durable cursors go by the node's id: what they kept bears the
 * name of the last poll and is never left behind.)
 */
function isLeftBehind(ofNode: unknown, ofWorkflow: unknown, name: string): boolean {
	const lastName = memberOf(ofWorkflow, NAME_KEY);
	return lastName !== undefined && lastName !== name && memberOf(ofNode, NAME_KEY) === name;
}

/**
 * The state that n8n kept for this trigger. n8n drops what the activation poll of a durable scheduler
 * wrote for the node, and keeps state under a name that may change; the copy in the workflow's own
 * data survives both.
 *
 * @throws EventLogFailure where something is stored that can't be a state of this trigger
 */
export function readKeptState(context: IPollFunctions): TriggerState | undefined {
	const stored = readStored(context);
	if (stored === undefined) return undefined;
	if (isTriggerState(stored) && LOG_SCOPE.test(stored.logScope)) return stored;
	throw new EventLogFailure('damagedState');
}

function readStored(context: IPollFunctions): unknown {
	const ofNode = memberOf(context.getWorkflowStaticData('node'), NODE_KEY);
	const ofWorkflow = memberOf(context.getWorkflowStaticData('global'), workflowKey(context));
	if (ofNode === undefined) return ofWorkflow;
	return isLeftBehind(ofNode, ofWorkflow, context.getNode().name) ? ofWorkflow : ofNode;
}

/** What a poll leaves behind. */
export interface StateChange {
	readonly state: TriggerState;
	/** What n8n had kept when the poll began. */
	readonly before: TriggerState | undefined;
	/** Whether the state covers events that the poll hands over with it. */
	readonly isHandedOver: boolean;
}

/**
 * Keeps a state, as the last thing that a poll does: an exception after it would not take it back.
 * n8n notices assigned top-level keys only, and saves whatever was assigned, so an unchanged state
 * is not assigned. Gives whether it was another one.
 */
export function keepState(
	context: IPollFunctions,
	{ state, before, isHandedOver }: StateChange,
): boolean {
	if (JSON.stringify(state) === JSON.stringify(before)) return false;
	const toStored = (kept: TriggerState) => ({
		...kept,
		organizations: [...kept.organizations],
		[NAME_KEY]: context.getNode().name,
	});
	const ofNode = context.getWorkflowStaticData('node');
	const ofWorkflow = context.getWorkflowStaticData('global');
	// With durable cursors n8n saves the workflow's part before it commits the node's together with
	// the execution: a kill in between must not leave there what nobody was handed.
	const copied = isHandedOver && !isPartOfWorkflow(ofNode) ? before : state;
	ofNode[NODE_KEY] = toStored(state);
	if (copied !== undefined) ofWorkflow[workflowKey(context)] = toStored(copied);
	return true;
}

/**
 * Whether n8n saves a node's data together with the workflow's. It then watches the data for changes,
 * under a name that it gives to watched objects; a durable cursor is a plain copy of a row.
 */
function isPartOfWorkflow(ofNode: IDataObject): boolean {
	return '__dataChanged' in ofNode;
}
