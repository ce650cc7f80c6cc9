import { toIsoTime } from '../../events/columns';
import type { Alerts } from '../alerts/alerts';
import type { PollResult } from '../poll/pollEvents';

/** A line for n8n's log. */
export interface LogNote {
	readonly level: 'info' | 'warn';
	readonly message: string;
}

const AFTER_ACTIVATION = {
	goesOn: 'The next poll continues where the trigger stopped',
	begins: 'The trigger starts with the first poll that can read the log',
};

/** Of a poll of an activation that failed with this. */
export function passedOver({ message }: Error, next: keyof typeof AFTER_ACTIVATION): LogNote {
	return warn(`The log could not be read on activation. ${AFTER_ACTIVATION[next]}. ${message}`);
}

export const OTHER_LOG: LogNote = info(
	"The credential now opens another log. The trigger starts there as 'Start From' says",
);

const USED_UP = { time: 'its time limit for reading', maxEvents: 'Max Events per Poll' };

/**
 * What there is to say of what a poll has found.
 *
 * @param odd what it left out, in words
 * @param nowMs the host's clock, epoch milliseconds
 */
export function notesOn(
	result: PollResult & Alerts,
	odd: string | undefined,
	nowMs: number,
): readonly LogNote[] {
	const { gap, backlog, windowShrunkToMs, forgottenToMs, countedFromMs, waitingFromMs } = result;
	const notes = [
		gap &&
			warn(
				`The log no longer reaches back to the trigger's last position. Events between ${inWords(gap.fromMs)} and ${inWords(gap.toMs)} may have been deleted unread. The next item shows this in 'gap'`,
			),
		backlog !== 'none' &&
			info(`The poll reached ${USED_UP[backlog]}. More events follow with the next poll`),
		windowShrunkToMs !== undefined &&
			warn(
				`The Late Event Window has more events than the trigger can remember. Events dated before ${inWords(windowShrunkToMs)} are not delivered if they appear late`,
			),
		forgottenToMs !== undefined &&
			warn(
				`Suppress Repeats has more distinct alerts than the trigger can remember. It forgot the alerts up to ${inWords(forgottenToMs)}. Their next repeats start the workflow, with 'suppressed' 0`,
			),
		countedFromMs !== undefined &&
			warn(
				`The poll had no time to count all events for bursts. Events before ${inWords(countedFromMs)} were not counted. Set Source to Filtered by the Service and add filters, or lower Burst Minutes`,
			),
		// These with each poll that meets them: nothing remembers that they were told.
		odd !== undefined && warn(`${odd}. Such records are not delivered`),
		// What came while the poll was reading is no longer in the future.
		waitingFromMs !== undefined &&
			waitingFromMs > nowMs &&
			warn(
				`The log has more events dated in the future than the trigger can remember. The rest wait for their date. The next one is dated ${inWords(waitingFromMs)}. If that date has passed, the clocks of the service (its Date header) and of this host are both slow`,
			),
	];
	return notes.filter((note) => typeof note === 'object');
}

function info(message: string): LogNote {
	return { level: 'info', message };
}

function warn(message: string): LogNote {
	return { level: 'warn', message };
}

function inWords(timeMs: number): string {
	return toIsoTime(timeMs) ?? `${timeMs} ms`;
}
