import type { IDataObject } from 'n8n-workflow';
import { deviceOf, userEmailOf } from '../../events/subjects';
import { createItemJsonConverter } from '../../output/eventConverters';
import { toIsoTime } from '../../text/times';
import { type Choice, readChoice } from '../../parameters/choiceFields';
import type { NodeParameters } from '../../parameters/readField';
import type { Alert, Batch } from '../stages/alert';
import { parseBurstEmit } from './burst';
import { digestEmit } from './digest';
import { type Emit, type ItemSettings, addMarks } from './emit';

const eventsEmit: Emit = {
	toItems(alerts, settings) {
		const toJson = createItemJsonConverter(settings.shape);
		return alerts.map((alert) => addMarks(toJson(alert.event), alert, settings));
	},
	chooseForTest(alerts) {
		const named = alerts.filter(namesSomebody);
		return (named.length > 0 ? named : alerts).slice(-1);
	},
};

/** A test run should name a user or a device, as most alerts do. */
function namesSomebody({ event: { fields } }: Alert): boolean {
	return userEmailOf(fields) !== null || deviceOf(fields) !== null;
}

const EMITS: Readonly<Record<Choice<'emit'>, (parameters: NodeParameters) => Emit>> = {
	events: () => eventsEmit,
	burst: parseBurstEmit,
	digest: () => digestEmit,
};

/** Gives the emit that is set. @throws ParameterError naming the field that can't be used */
export function parseEmit(parameters: NodeParameters): Emit {
	return EMITS[readChoice(parameters, 'emit')](parameters);
}

export function toItems(batch: Batch, emit: Emit, settings: ItemSettings): IDataObject[] {
	const { alerts, heartbeat, gap } = batch;
	const unmarked = { suppressedCount: 0, isRedelivered: false };
	const beat = heartbeat === undefined ? [] : [addMarks(heartbeat, unmarked, settings)];
	const [first, ...others] = alerts.length > 0 ? emit.toItems(alerts, settings) : beat;
	if (first === undefined) return [];
	const gapFields = gap && { gap: { from: toIsoTime(gap.fromMs), to: toIsoTime(gap.toMs) } };
	return [{ ...first, ...gapFields }, ...others];
}
