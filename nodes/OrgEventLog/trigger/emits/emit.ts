import type { IDataObject } from 'n8n-workflow';
import type { TriggerSettings } from '../../parameters/parseTriggerSettings';
import type { LoggedEvent } from '../../events/event';
import type { Alert } from '../stages/alert';

/** A way to start the workflow, with its fields as somebody has set them. */
export interface Emit {
	/** It is set if an alert is not a single event. */
	readonly grouping?: {
		/** Makes alerts of the poll's events and of those that were consumed before. */
		readonly gather: (
			alerts: readonly Alert[],
			lookback: readonly LoggedEvent[],
		) => readonly Alert[];
		/** The log has to be read again from this long before the oldest new event on, milliseconds. */
		readonly lookbackMs: number;
	};
	/** It is set if a poll gives one item at most. */
	readonly hasOneItem?: true;
	/** Makes the items of at least one alert. */
	readonly toItems: (alerts: readonly Alert[], settings: ItemSettings) => IDataObject[];
	/** Chooses the alerts of the recent log that a test run shows. */
	readonly chooseForTest: (alerts: readonly Alert[]) => readonly Alert[];
}

export type ItemSettings = Pick<
	TriggerSettings,
	'shape' | 'wording' | 'suppressRepeatsMs' | 'afterRestart'
>;

/** Gives the item with `suppressed` and `redelivered`, as far as the user wants to see them. */
export function addMarks(
	json: IDataObject,
	{ suppressedCount, isRedelivered }: Pick<Alert, 'suppressedCount' | 'isRedelivered'>,
	{ suppressRepeatsMs, afterRestart }: ItemSettings,
): IDataObject {
	return {
		...json,
		...(suppressRepeatsMs > 0 && { suppressed: suppressedCount }),
		...(afterRestart === 'repeatLast' && { redelivered: isRedelivered }),
	};
}
