import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { LoggedEvent } from '../api/event';
import { toIsoTime } from '../output/columns';
import { toDigest } from '../output/digest';
import { createItemMaker } from '../output/itemsOutput';
import type { Wording } from '../output/digest';
import type { EventShape } from '../parameters/parseOutput';
import { burstSentence } from './burstSentence';
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
	const toJson = createItemMaker(shape);
	return handed.map((one) => ({ json: noting(one, toJson(one.alert)) }));
}

/** One item for all events, with the trigger's pulse, or none. */
export function toDigestItems(
	handed: HandedEvents,
	shape: EventShape,
	pulse: Pulse,
	wording: Wording,
): INodeExecutionData[] {
	const [first] = handed;
	if (first === undefined) return [];
	const toJson = createItemMaker(shape);
	const byEvent = new Map(handed.map((one) => [one.alert, one]));
	const toNoted = (event: LoggedEvent) => noting(byEvent.get(event) ?? {}, toJson(event));
	const digest = toDigest([...byEvent.keys()], toNoted, wording);
	const suppressed =
		first.suppressed === undefined
			? undefined
			: handed.reduce((sum, one) => sum + (one.suppressed ?? 0), 0);
	const redelivered = first.redelivered === undefined ? undefined : handed.some(wasRedelivered);
	return [{ json: noting({ suppressed, redelivered }, { ...digest, ...pulse }) }];
}

/** One item for each burst, with the events that make it. */
export function toBurstItems(
	handed: ReadonlyArray<HandedAlert<Burst>>,
	shape: EventShape,
	{ noun }: Wording,
): INodeExecutionData[] {
	const toJson = createItemMaker(shape);
	return handed.map((one) => {
		const { per, group, events } = one.alert;
		const json = {
			summary: burstSentence(one.alert, noun),
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

/** What is said of an alert beside what it is. */
export function noting(
	{ suppressed, redelivered }: Omit<HandedAlert<unknown>, 'alert'>,
	json: IDataObject,
): IDataObject {
	if (suppressed === undefined && redelivered === undefined) return json;
	return {
		...json,
		...(suppressed !== undefined && { suppressed }),
		...(redelivered !== undefined && { redelivered }),
	};
}
