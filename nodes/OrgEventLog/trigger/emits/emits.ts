import type { IDataObject } from 'n8n-workflow';
import { toIsoTime } from '../../text/times';
import { toOneOf, type NodeParameters } from '../../parameters/readField';
import { keysOf } from '../../json/objectKeys';
import type { Batch } from '../stages/batch';
import { burstOfEvents } from './burst';
import { digestOfPoll } from './digest';
import { type Emit, type EmitDefinition, type ItemSettings, withMarks } from './emit';
import { eachEvent } from './events';

/** The keys are the values that workflows store. */
export const EMITS = {
	events: eachEvent,
	burst: burstOfEvents,
	digest: digestOfPoll,
} as const satisfies Record<string, EmitDefinition>;

/** Gives the emit that is set. @throws ParameterError naming the field that can't be used */
export function readEmit(parameters: NodeParameters): Emit {
	const kind = toOneOf(keysOf(EMITS), parameters.get('emit', 'events'), 'Start the Workflow');
	return EMITS[kind].read(parameters);
}

export function toItems(batch: Batch, emit: Emit, settings: ItemSettings): IDataObject[] {
	const { alerts, heartbeat, gap } = batch;
	const unmarked = { suppressed: 0, redelivered: false };
	const beat = heartbeat === undefined ? [] : [withMarks(heartbeat, unmarked, settings)];
	const [first, ...others] = alerts.length > 0 ? emit.toItems(batch, settings) : beat;
	if (first === undefined) return [];
	if (gap === undefined) return [first, ...others];
	const told = { from: toIsoTime(gap.fromMs), to: toIsoTime(gap.toMs) };
	return [{ ...first, gap: told }, ...others];
}
