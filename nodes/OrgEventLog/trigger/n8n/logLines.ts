import type { PollResult } from '../poll';
import { describeTime } from '../../text/times';

export interface LogLine {
	readonly level: 'info' | 'warn';
	readonly message: string;
}

const AFTER_ACTIVATION = {
	goesOn: 'The next poll continues where the trigger stopped',
	begins: 'The trigger starts with the first poll that can read the log',
};

/** Gives the line about an activation's poll that failed with this. */
export function toForgivenLine({ message }: Error, next: keyof typeof AFTER_ACTIVATION): LogLine {
	return warn(`The log could not be read on activation. ${AFTER_ACTIVATION[next]}. ${message}`);
}

/** An item's `warning`, or the end of a failure's text: people see both. */
export const SHARED_WORKFLOW =
	'This workflow has two of these triggers. They share what n8n remembers, so a restart may deliver events twice. Use one workflow for each trigger, or durable cursors';

const OTHER_LOG =
	"The credential now opens another log. The trigger starts there as 'Start From' says";
const USED_UP = { time: 'its time limit for reading', maxEvents: 'Max Events per Poll' };

/**
 * Gives n8n's log what it is told of a poll that has not failed.
 *
 * @param malformed what it left out, in words
 * @param hadState true if the trigger had a state, of this log or of another one
 */
export function toLogLines(
	{ batch, failure, isFirstOfLog }: PollResult,
	malformed: string | undefined,
	hadState: boolean,
): readonly LogLine[] {
	const { backlog, lateEventWindowShrunkToMs } = batch.facts;
	const lines: LogLine[] = batch.warnings.map(warn);
	if (isFirstOfLog && hadState) lines.push(info(OTHER_LOG));
	if (backlog === 'maxEvents' || backlog === 'time') {
		lines.push(
			info(`The poll reached ${USED_UP[backlog]}. More events may follow with the next poll`),
		);
	} else if (failure !== undefined) {
		const { message } = failure;
		lines.push(
			warn(
				`The poll could not read on, and delivers what it had read. The rest follows with the next poll. ${message}`,
			),
		);
	}
	if (lateEventWindowShrunkToMs !== undefined) {
		lines.push(
			warn(
				`The Late Event Window has more events than the trigger can remember. Events dated before ${describeTime(lateEventWindowShrunkToMs)} are not delivered if they appear late`,
			),
		);
	}
	// Each poll that meets them says so: nothing remembers that they were told.
	if (malformed !== undefined) lines.push(warn(`${malformed}. Such records are not delivered`));
	return lines;
}

function info(message: string): LogLine {
	return { level: 'info', message };
}

function warn(message: string): LogLine {
	return { level: 'warn', message };
}
