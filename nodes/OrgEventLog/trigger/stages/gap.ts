import { describeTime } from '../../text/times';
import { type Gap, type Stage, isDelivery } from './batch';

/** Tells a gap at once in n8n's log, and with the next item; until then the gap is remembered. */
export const tellGap: Stage<Gap> = (batch, memory) => {
	const { gapFound: found } = batch.facts;
	const gap = found ? { ...found, fromMs: memory?.fromMs ?? found.fromMs } : memory;
	const warnings = [...batch.warnings];
	if (found !== undefined) {
		const [from, to] = [found.fromMs, found.toMs].map(describeTime);
		warnings.push(
			`The log no longer reaches back to the trigger's last position. Events between ${from} and ${to} may have been deleted unread. The next item shows this in 'gap'`,
		);
	}
	if (gap === undefined || !isDelivery(batch)) return [{ ...batch, warnings }, gap];
	return [{ ...batch, warnings, gap }, undefined];
};
