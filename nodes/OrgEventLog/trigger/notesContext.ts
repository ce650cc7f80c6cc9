import type { IPollFunctions } from 'n8n-workflow';
import type { OddEntries } from '../api/oddEntries';
import { toIsoTime } from '../output/columns';
import type { Alerts } from './alerts';
import type { ClockRemark } from './pollClock';
import type { PollResult } from './poll';
import { countLate } from './pulse';

/** Tells n8n's log what became of a poll. */
export function noteResult(
	{ logger }: IPollFunctions,
	result: PollResult & Alerts,
	hadState: boolean,
): void {
	const {
		delivered,
		backlog,
		windowShrunkToMs,
		forgottenToMs,
		forgottenNumbers,
		countedFromMs,
		started,
		gap,
	} = result;
	if (started && hadState) {
		logger.info("The credential opens another log than before; it is read from 'Start From' on");
	}
	if (gap !== undefined) {
		logger.warn(
			`The log no longer reaches back to where the trigger was: what came between ${toIsoTime(gap.fromMs)} and ${toIsoTime(gap.toMs)} may have been deleted before it was read. What is there is delivered, the first time with 'gap'`,
		);
	}
	const late = countLate(delivered, result);
	if (late > 0)
		logger.info(`${late} of ${delivered.length} delivered events came late into the log`);
	if (backlog !== 'none') {
		const reason = backlog === 'time' ? "n8n's time for the poll" : 'Max Events per Poll';
		logger.info(`${reason} is used up; further events follow with the next poll`);
	}
	if (windowShrunkToMs !== undefined) {
		const since = toIsoTime(windowShrunkToMs);
		logger.warn(
			`Too many events to remember within the late event window: events dated before ${since} that come late are not noticed`,
		);
	}
	if (forgottenToMs !== undefined) {
		const to = toIsoTime(forgottenToMs);
		logger.warn(
			`Too many different alerts to remember for Suppress Repeats: what repeats one given up to ${to} starts the workflow again`,
		);
	}
	if (forgottenNumbers > 0) {
		logger.warn(
			`Too many different alerts to remember for Suppress Repeats: it is forgotten how many were held back of ${forgottenNumbers} of them, and the next item of each says 0`,
		);
	}
	if (countedFromMs !== undefined) {
		const from = toIsoTime(countedFromMs);
		logger.warn(
			`Too many events for n8n's time to count them all for bursts: those before ${from} were not counted. Filter more with source Filtered by the Service, or choose fewer Burst Minutes`,
		);
	}
}

/** What was left out, with each poll that meets it: nothing remembers it. */
export function noteOdd({ logger }: IPollFunctions, odd: OddEntries): void {
	const described = odd.describe();
	if (described) logger.warn(`${described}. What has no time is not delivered`);
}

/** @param isDue whether a thing that may hold for days has not been said lately */
export function noteRemarks(
	{ logger }: IPollFunctions,
	remarks: readonly ClockRemark[],
	isDue: (what: ClockRemark['kind']) => boolean,
): void {
	for (const remark of remarks.filter(({ kind }) => isDue(kind))) {
		switch (remark.kind) {
			case 'eventsWait':
				logger.warn(
					`More events are dated in the future than can be remembered; the others wait until then, the next one until ${inWords(remark.nextMs)}. If that is not the future, the service's clock (its Date header) and this host's are both behind`,
				);
				break;
			case 'startIsToCome':
				logger.info(
					`The trigger begins with events from ${inWords(remark.startMs)} on, which is still to come`,
				);
		}
	}
}

function inWords(timeMs: number): string {
	return toIsoTime(timeMs) ?? `${timeMs} ms`;
}

/** @param count how many events are delivered once more */
export function noteRepetition({ logger }: IPollFunctions, count: number): void {
	if (count === 0) return;
	logger.info(`n8n has restarted: its last delivery, ${count} events, is repeated`);
}

/** @param startMs the new Start Date, epoch milliseconds */
export function noteNewStart({ logger }: IPollFunctions, startMs: number): void {
	const start = toIsoTime(startMs);
	logger.info(
		`Start Date has been changed: the trigger begins anew at ${start}, also with events it has delivered before`,
	);
}

/** @param failedMs when the poll of an activation failed that was to begin, epoch milliseconds */
export function noteLateBeginning({ logger }: IPollFunctions, failedMs: number): void {
	const since = new Date(failedMs).toISOString();
	logger.warn(
		`The trigger begins only now, for the log could not be read since ${since}: events of the time between are not delivered, and can be read with List`,
	);
}

export function noteOverlap({ logger }: IPollFunctions): void {
	logger.info(
		'Another poll of this trigger finished first; what it did not deliver comes with the next poll',
	);
}

export function noteOlderPosition({ logger }: IPollFunctions): void {
	logger.warn(
		'n8n has kept an older position than the last delivery gave it. What came since that position is delivered, perhaps again',
	);
}

export function notePassedOver(
	{ logger }: IPollFunctions,
	{ message }: Error,
	hasPosition: boolean,
): void {
	const next = hasPosition
		? 'the next poll goes on where the trigger was'
		: 'the trigger begins with the first poll that can read the log';
	logger.warn(`The log could not be read at activation; ${next}. ${message}`);
}
