import { toIsoTime } from '../events/columns';
import type { Alerts } from './alerts';
import type { Gap } from './gap';
import type { PollResult } from './poll';
import type { ClockRemark } from './pollClock';
import { countLate } from './pulse';

/** A line for n8n's log. */
export interface LogNote {
	readonly level: 'info' | 'warn';
	readonly message: string;
}

const AFTER_ACTIVATION = {
	goesOn: 'the next poll goes on where the trigger was',
	begins: 'the trigger begins with the first poll that can read the log',
};

const USED_UP = { time: "n8n's time for the poll", maxEvents: 'Max Events per Poll' };

/** All that the trigger tells n8n's log. Times are epoch milliseconds. */
export const NOTES = {
	overlap: info(
		'Another poll of this trigger finished first; what it did not deliver comes with the next poll',
	),
	olderPosition: warn(
		'n8n has kept an older position than the last delivery gave it. What came since that position is delivered, perhaps again',
	),
	/** After a poll of an activation failed with this. */
	passedOver: ({ message }: Error, next: keyof typeof AFTER_ACTIVATION) =>
		warn(`The log could not be read at activation; ${AFTER_ACTIVATION[next]}. ${message}`),
	lateBeginning: (failedMs: number) =>
		warn(
			`The trigger begins only now, for the log could not be read since ${inWords(failedMs)}: events of the time between are not delivered, and can be read with List`,
		),
	newStart: (startMs: number) =>
		info(
			`Start Date has been changed: the trigger begins anew at ${inWords(startMs)}, also with events it has delivered before`,
		),
	otherLog: info("The credential opens another log than before; it is read from 'Start From' on"),
	startIsToCome: ({ startMs }: { readonly startMs: number }) =>
		info(`The trigger begins with events from ${inWords(startMs)} on, which is still to come`),
	eventsWait: ({ nextMs }: { readonly nextMs: number }) =>
		warn(
			`More events are dated in the future than can be remembered; the others wait until then, the next one until ${inWords(nextMs)}. If that is not the future, the service's clock (its Date header) and this host's are both behind`,
		),
	odd: (described: string) => warn(`${described}. What has no time is not delivered`),
	repetition: (events: number) =>
		info(`n8n has restarted: its last delivery, ${events} events, is repeated`),
	gap: ({ fromMs, toMs }: Gap) =>
		warn(
			`The log no longer reaches back to where the trigger was: what came between ${inWords(fromMs)} and ${inWords(toMs)} may have been deleted before it was read. What is there is delivered, the first time with 'gap'`,
		),
	late: (late: number, delivered: number) =>
		info(`${late} of ${delivered} delivered events came late into the log`),
	backlog: (reason: keyof typeof USED_UP) =>
		info(`${USED_UP[reason]} is used up; further events follow with the next poll`),
	windowShrunk: (toMs: number) =>
		warn(
			`Too many events to remember within the late event window: events dated before ${inWords(toMs)} that come late are not noticed`,
		),
	alertsForgotten: (toMs: number) =>
		warn(
			`Too many different alerts to remember for Suppress Repeats: what repeats one given up to ${inWords(toMs)} starts the workflow again`,
		),
	numbersForgotten: (keys: number) =>
		warn(
			`Too many different alerts to remember for Suppress Repeats: it is forgotten how many were held back of ${keys} of them, and the next item of each says 0`,
		),
	burstsUncounted: (fromMs: number) =>
		warn(
			`Too many events for n8n's time to count them all for bursts: those before ${inWords(fromMs)} were not counted. Filter more with source Filtered by the Service, or choose fewer Burst Minutes`,
		),
};

/** What there is to say of what a poll has found. */
export function notesOn(result: PollResult & Alerts): readonly LogNote[] {
	const { gap, delivered, backlog, forgottenNumbers } = result;
	const late = countLate(delivered, result);
	return [
		...ifThere(gap, NOTES.gap),
		...(late > 0 ? [NOTES.late(late, delivered.length)] : []),
		...(backlog === 'none' ? [] : [NOTES.backlog(backlog)]),
		...ifThere(result.windowShrunkToMs, NOTES.windowShrunk),
		...ifThere(result.forgottenToMs, NOTES.alertsForgotten),
		...(forgottenNumbers > 0 ? [NOTES.numbersForgotten(forgottenNumbers)] : []),
		...ifThere(result.countedFromMs, NOTES.burstsUncounted),
	];
}

export function toClockNote(remark: ClockRemark): LogNote {
	return remark.kind === 'eventsWait' ? NOTES.eventsWait(remark) : NOTES.startIsToCome(remark);
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
