import type { PollResult } from '../poll';
import { describeTime } from '../../text/times';

const AFTER_ACTIVATION = {
	goesOn: 'The next poll continues where the trigger stopped',
	begins: 'The trigger starts with the first poll that can read the log',
};

/** A full poll is nothing to be warned of. */
export const MORE_MAY_FOLLOW =
	'The poll reached Max Events per Poll or its time limit for reading. More events may follow with the next poll';

/** Gives the warning of an activation's poll that failed with this. */
export function toForgivenWarning({ message }: Error, next: keyof typeof AFTER_ACTIVATION): string {
	return `The log could not be read on activation. ${AFTER_ACTIVATION[next]}. ${message}`;
}

/**
 * Gives the warnings for n8n's log of a poll that has not failed.
 *
 * @param malformed what it left out, in words
 * @param hadState true if the trigger had a state, of this log or of another one
 */
export function toWarnings(
	{ batch, failure, isFirstOfLog, lateEventWindowShrunkToMs }: PollResult,
	malformed: string | undefined,
	hadState: boolean,
): readonly string[] {
	const warnings = [...batch.warnings];
	if (isFirstOfLog && hadState) {
		warnings.push(
			"The credential now opens another log. The trigger starts there as 'Start From' says",
		);
	}
	if (failure !== undefined) {
		warnings.push(
			`The poll could not read on, and delivers what it had read. The rest follows with the next poll. ${failure.message}`,
		);
	}
	if (lateEventWindowShrunkToMs !== undefined) {
		warnings.push(
			`The Late Event Window has more events than the trigger can remember. Events dated before ${describeTime(lateEventWindowShrunkToMs)} are not delivered if they appear late`,
		);
	}
	// Each poll that meets them says so: nothing remembers that they were told.
	if (malformed !== undefined) warnings.push(`${malformed}. Such records are not delivered`);
	return warnings;
}
