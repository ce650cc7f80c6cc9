import type { IDataObject } from 'n8n-workflow';
import type { NumberFieldName } from '../../parameters/numberFields';
import type { TriggerSettings } from '../../parameters/triggerSettings';
import type { NodeParameters } from '../../parameters/values';
import type { Alert, Batch, Stage } from '../stages/batch';
import type { BurstMemory } from '../stages/burst';

/** One way to start the workflow: a row of the table in `emits.ts`. */
export interface EmitDefinition {
	/** What the editor calls it, and says of it. */
	readonly label: string;
	readonly hint: string;
	/** Its own fields in the editor. */
	readonly fields: readonly EmitField[];
	/** @throws ParameterError naming the field that can't be used */
	readonly read: (parameters: NodeParameters) => Emit;
}

export type EmitField =
	| { readonly kind: 'number'; readonly name: NumberFieldName; readonly hint: string }
	| {
			readonly kind: 'options';
			readonly name: string;
			readonly label: string;
			readonly hint: string;
			readonly default: string;
			/** By the values that workflows store: what each is called, and what to say of it. */
			readonly choices: Readonly<Record<string, readonly [label: string, hint: string]>>;
	  };

/** The same, as somebody has set it. */
export interface Emit {
	/** Where its alerts are not single events: how they are made of them. */
	readonly grouping?: EmitGrouping;
	/** Whether a poll gives one item at most. */
	readonly isOneItem?: true;
	/** The items for these alerts, of which there is at least one. */
	readonly toItems: (batch: Batch, settings: ItemSettings) => IDataObject[];
	/** Which of the alerts of the recent log a test run shows. */
	readonly preview: (alerts: readonly Alert[]) => readonly Alert[];
}

export interface EmitGrouping {
	readonly stage: Stage<BurstMemory, unknown>;
	/** From when on the log has to be looked at once more for it, epoch milliseconds; undefined for not at all. */
	readonly lookbackFromMs: (
		alerts: readonly Alert[],
		memory: BurstMemory | undefined,
	) => number | undefined;
}

export type ItemSettings = Pick<
	TriggerSettings,
	'shape' | 'wording' | 'suppressRepeatsMs' | 'afterRestart'
>;

/** What an item says beside what it is of, as far as the user wants to see it. */
export function withMarks(
	json: IDataObject,
	{ suppressed, redelivered }: Pick<Alert, 'suppressed' | 'redelivered'>,
	{ suppressRepeatsMs, afterRestart }: ItemSettings,
): IDataObject {
	return {
		...json,
		...(suppressRepeatsMs > 0 && { suppressed }),
		...(afterRestart === 'repeatLast' && { redelivered }),
	};
}
