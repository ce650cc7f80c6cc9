import { toIsoTime } from '../../events/columns';
import type { Alerts } from '../alerts/alerts';
import type { PollResult } from '../poll/pollEvents';
import { countLate } from '../alerts/pulse';
import type { Gap } from '../position/triggerState';

/** A line for n8n's log. */
export interface LogNote {
	readonly level: 'debug' | 'info' | 'warn';
	readonly message: string;
}

const AFTER_ACTIVATION = {
	goesOn: 'The next poll continues where the trigger stopped',
	begins: 'The trigger starts with the first poll that can read the log',
};

const USED_UP = { time: "n8n's time limit", maxEvents: 'Max Events per Poll' };

/** All that the trigger tells n8n's log. Times are epoch milliseconds. */
export const NOTES = {
	/** Ordinary where polls overlap, and then in many polls. */
	overlap: debug('Another poll of this trigger finished first. The next poll delivers the rest'),
	olderPosition: warn(
		'n8n stored an older position than that of the last delivery. The trigger continues from there and may deliver events again',
	),
	/** After a poll of an activation failed with this. */
	passedOver: ({ message }: Error, next: keyof typeof AFTER_ACTIVATION) =>
		warn(`The log could not be read on activation. ${AFTER_ACTIVATION[next]}. ${message}`),
	lateBeginning: (failedMs: number) =>
		warn(
			`The trigger starts only now, because the log could not be read since ${inWords(failedMs)}. It does not deliver events since then. Use List to read them`,
		),
	newStart: (startMs: number) =>
		info(
			`Start Date was changed. The trigger starts again at ${inWords(startMs)} and may deliver events again`,
		),
	otherLog: info("The credential now opens another log. The trigger reads it from 'Start From' on"),
	startToComeMs: (startMs: number) =>
		info(`The trigger starts with events from ${inWords(startMs)} on, which is in the future`),
	waitingFromMs: (nextMs: number) =>
		warn(
			`The log has more events dated in the future than the trigger can remember. The rest wait for their date, the next one until ${inWords(nextMs)}. If that date has passed, two clocks are slow: the service's (its Date header) and this host's`,
		),
	odd: (described: string) => warn(`${described}. Events without a time are not delivered`),
	repetition: (events: number) =>
		info(`n8n has restarted. The trigger repeats its last delivery of ${events} events`),
	gap: ({ fromMs, toMs }: Gap) =>
		warn(
			`The log no longer reaches back to the trigger's last position. Events between ${inWords(fromMs)} and ${inWords(toMs)} may have been deleted unread. The first delivery after them has 'gap'`,
		),
	late: (late: number, delivered: number) =>
		info(`${late} of ${delivered} delivered events appeared late in the log`),
	backlog: (reason: keyof typeof USED_UP) =>
		info(`The poll reached ${USED_UP[reason]}. More events follow with the next poll`),
	windowShrunk: (toMs: number) =>
		warn(
			`The Late Event Window has more events than the trigger can remember. Events dated before ${inWords(toMs)} are not delivered if they appear late`,
		),
	alertsForgotten: (toMs: number) =>
		warn(
			`Suppress Repeats has more different alerts than the trigger can remember. It forgot those up to ${inWords(toMs)}, so their repeats start the workflow again, and the next item of each shows 'suppressed' as 0`,
		),
	burstsUncounted: (fromMs: number) =>
		warn(
			`The poll had no time to count all events for bursts. Events before ${inWords(fromMs)} were not counted. Set Source to Filtered by the Service and add filters, or lower Burst Minutes`,
		),
};

/** What there is to say of what a poll has found. */
export function notesOn(result: PollResult & Alerts): readonly LogNote[] {
	const { gap, delivered, backlog } = result;
	const late = countLate(delivered, result);
	return [
		...ifThere(gap, NOTES.gap),
		...(late > 0 ? [NOTES.late(late, delivered.length)] : []),
		...(backlog === 'none' ? [] : [NOTES.backlog(backlog)]),
		...ifThere(result.windowShrunkToMs, NOTES.windowShrunk),
		...ifThere(result.forgottenToMs, NOTES.alertsForgotten),
		...ifThere(result.countedFromMs, NOTES.burstsUncounted),
	];
}

function debug(message: string): LogNote {
	return { level: 'debug', message };
}

function info(message: string): LogNote {
	return { level: 'info', message };
}

function warn(message: string): LogNote {
	return { level: 'warn', message };
}

function ifThere<Fact>(fact: Fact | undefined, toNote: (fact: Fact) => LogNote): LogNote[] {
	return fact === undefined ? [] : [toNote(fact)];
}

function inWords(timeMs: number): string {
	return toIsoTime(timeMs) ?? `${timeMs} ms`;
}
