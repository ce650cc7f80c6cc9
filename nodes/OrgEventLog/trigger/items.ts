import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { LoggedEvent } from '../api/event';
import { toDigest } from '../output/digest';
import { createItemMaker } from '../output/itemsOutput';
import type { GivenAlert } from './repeatSuppression';
import type { TriggerSettings } from './settings';

const NONE: ReadonlySet<LoggedEvent> = new Set();

/**
 * What the workflow is started with: an item for each event, or one for all; null for none. Where
 * the last delivery is repeated after a restart, each item says whether it is such a repetition, and
 * so does each event in one for all.
 */
export function toItems(
	given: ReadonlyArray<GivenAlert<LoggedEvent>>,
	{ emit, shape, afterRestart }: Pick<TriggerSettings, 'emit' | 'shape' | 'afterRestart'>,
	redelivered = NONE,
): INodeExecutionData[][] | null {
	if (given.length === 0) return null;
	const { toJson } = createItemMaker(shape);
	const telling = (isRedelivered: boolean, json: IDataObject): IDataObject =>
		afterRestart === 'repeatLast' ? { ...json, redelivered: isRedelivered } : json;
	const toItem = ({ alert, suppressed }: GivenAlert<LoggedEvent>) =>
		telling(redelivered.has(alert), noting(suppressed, toJson(alert)));
	if (emit === 'events') return [given.map((one) => ({ json: toItem(one) }))];
	const byEvent = new Map(given.map((one) => [one.alert, one]));
	const digest = toDigest([...byEvent.keys()], (alert) =>
		toItem(byEvent.get(alert) ?? { alert, suppressed: 0 }),
	);
	return [[{ json: telling(redelivered.size > 0, { ...digest }) }]];
}

function noting(suppressed: number, json: IDataObject): IDataObject {
	return suppressed === 0 ? json : { ...json, suppressed };
}
