import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { LoggedEvent } from '../api/event';
import { toIsoTime } from '../output/columns';
import { toDigest } from '../output/digest';
import { createItemMaker } from '../output/itemsOutput';
import type { EventShape } from '../parameters/columns';
import { type Burst, momentOf } from './bursts';
import type { Pulse } from './pulse';
import type { GivenAlert } from './repeatSuppression';

/** An alert that n8n is handed. */
export interface HandedAlert<Alert> extends GivenAlert<Alert> {
	/** Whether n8n was handed it before; missing where the user doesn't want to know. */
	readonly redelivered?: boolean;
}

type HandedEvents = ReadonlyArray<HandedAlert<LoggedEvent>>;

/** One item for each event. */
export function toEventItems(handed: HandedEvents, shape: EventShape): INodeExecutionData[] {
	const { toJson } = createItemMaker(shape);
	return handed.map((one) => ({ json: noting(one, toJson(one.alert)) }));
}

/** One item for all events, with the trigger's pulse, or none. */
export function toDigestItems(
	handed: HandedEvents,
	shape: EventShape,
	pulse: Pulse,
): INodeExecutionData[] {
	const [first] = handed;
	if (first === undefined) return [];
	const { toJson } = createItemMaker(shape);
	const byEvent = new Map(handed.map((one) => [one.alert, one]));
	const digest = toDigest([...byEvent.keys()], (event) =>
		noting(byEvent.get(event) ?? { suppressed: 0 }, toJson(event)),
	);
	const redelivered = first.redelivered === undefined ? undefined : handed.some(wasRedelivered);
	return [{ json: noting({ suppressed: 0, redelivered }, { ...digest, ...pulse }) }];
}

/** One item for each burst, with the events that make it. */
export function toBurstItems(
	handed: ReadonlyArray<HandedAlert<Burst>>,
	shape: EventShape,
): INodeExecutionData[] {
	const { toJson } = createItemMaker(shape);
	return handed.map((one) => {
		const { per, group, events } = one.alert;
		const json = {
			per,
			value: group.value,
			count: events.length,
			from: toIsoTime(events[0]?.createdAtMs ?? NaN),
			to: toIsoTime(momentOf(one.alert)),
			events: events.map(toJson),
		};
		return { json: noting(one, json) };
	});
}

function wasRedelivered({ redelivered }: Pick<HandedAlert<unknown>, 'redelivered'>): boolean {
	return redelivered === true;
}

function noting(
	{ suppressed, redelivered }: Omit<HandedAlert<unknown>, 'alert'>,
	json: IDataObject,
): IDataObject {
	if (suppressed === 0 && redelivered === undefined) return json;
	return {
		...json,
		...(suppressed > 0 && { suppressed }),
		...(redelivered !== undefined && { redelivered }),
	};
}
