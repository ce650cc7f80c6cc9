import { describeTime } from '../../text/times';
import { hasIntegers } from '../../json/jsonValues';
import { type Gap, type Stage, isDelivery, withWarning } from './batch';

/** A gap that the next delivery has to tell. */
export type GapMemory = Gap;

export function isGapMemory(value: unknown): value is GapMemory {
	return hasIntegers(value, 'fromMs', 'toMs');
}

/** Gives the stage that tells a gap at once in n8n's log, and with the next item. @param found this poll's gap */
export function createGapStage(found: Gap | undefined): Stage<GapMemory, unknown> {
	return (batch, memory) => {
		const pending =
			found === undefined ? memory : { ...found, ...(memory && { fromMs: memory.fromMs }) };
		const warned =
			found === undefined
				? batch
				: withWarning(
						batch,
						`The log no longer reaches back to the trigger's last position. Events between ${describeTime(found.fromMs)} and ${describeTime(found.toMs)} may have been deleted unread. The next item shows this in 'gap'`,
					);
		if (pending === undefined || !isDelivery(batch)) return [warned, pending];
		return [{ ...warned, gap: pending }, undefined];
	};
}
