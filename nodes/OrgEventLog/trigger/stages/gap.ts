import { describeTime } from '../../text/times';
import type { Gap } from './batch';

/** Gives the gap that the item of a delivery tells, and the one that is left for a later delivery to tell. */
export function tellGap(
	isDelivery: boolean,
	memory: Gap | undefined,
	found: Gap | undefined,
): readonly [Gap | undefined, Gap | undefined] {
	const gap = found ? { ...found, fromMs: memory?.fromMs ?? found.fromMs } : memory;
	return isDelivery ? [gap, undefined] : [undefined, gap];
}

/** Says at once in n8n's log what the next item tells. */
export function describeGap({ fromMs, toMs }: Gap): string {
	return `The log no longer reaches back to the trigger's last position. Events between ${describeTime(fromMs)} and ${describeTime(toMs)} may have been deleted unread. The next item shows this in 'gap'`;
}
