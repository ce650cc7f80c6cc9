import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { LoggedEvent } from '../api/event';
import { toDigest } from '../output/digest';
import { createItemMaker } from '../output/itemsOutput';
import type { GivenAlert } from './repeatSuppression';
import type { TriggerSettings } from './settings';

/** What the workflow is started with: an item for each event, or one for all; null for none. */
export function toItems(
	given: ReadonlyArray<GivenAlert<LoggedEvent>>,
	{ emit, shape }: Pick<TriggerSettings, 'emit' | 'shape'>,
): INodeExecutionData[][] | null {
	if (given.length === 0) return null;
	const { toJson } = createItemMaker(shape);
	if (emit === 'events') {
		return [given.map(({ alert, suppressed }) => ({ json: noting(suppressed, toJson(alert)) }))];
	}
	const suppressedBefore = new Map(given.map(({ alert, suppressed }) => [alert, suppressed]));
	const toNotedJson = (event: LoggedEvent) =>
		noting(suppressedBefore.get(event) ?? 0, toJson(event));
	const events = given.map(({ alert }) => alert);
	return [[{ json: { ...toDigest(events, toNotedJson) } }]];
}

function noting(suppressed: number, json: IDataObject): IDataObject {
	return suppressed === 0 ? json : { ...json, suppressed };
}
