import { describeTime } from '../../text/times';
import { type Gap, type Stage, isDelivery, withWarning } from './batch';

/** Tells a gap at once in n8n's log, and with the next item; until then the gap is remembered. */
export const tellGap: Stage<Gap> = (batch, memory) => {
	const found = batch.facts.gapFound;
	const pending = found && { ...found, fromMs: memory?.fromMs ?? found.fromMs };
	const gap = pending ?? memory;
	const warned =
		found === undefined
			? batch
			: withWarning(
					batch,
					`The log no longer reaches back to the trigger's last position. Events between ${describeTime(found.fromMs)} and ${describeTime(found.toMs)} may have been deleted unread. The next item shows this in 'gap'`,
				);
	if (gap === undefined || !isDelivery(batch)) return [warned, gap];
	return [{ ...warned, gap }, undefined];
};
