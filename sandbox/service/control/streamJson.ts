import type { LiveStreamOptions } from '../liveStream';
import { amount, readMembers, text } from './jsonReaders';
import type { Readers } from './jsonReaders';

const OPTIONS: Readers<Omit<LiveStreamOptions, 'clock'>> = {
	ratePerSecond: amount,
	lateShare: amount,
	maxLateMs: amount,
	tieShare: amount,
	seed: amount,
	tickMs: amount,
	orgId: text,
	orgName: text,
};

/** How a live stream runs, from JSON. @throws TypeError that says what it can't be */
export function readStreamOptions(json: unknown): Omit<LiveStreamOptions, 'clock'> {
	return readMembers(json, OPTIONS);
}
