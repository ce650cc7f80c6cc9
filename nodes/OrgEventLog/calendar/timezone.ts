import { DateTime } from 'luxon';
import { ParameterError } from '../errors/parameterError';

/** Refuses an unknown timezone, in which luxon would compute invalid dates. @throws ParameterError */
export function requireZone(zone: string): string {
	if (DateTime.utc().setZone(zone).isValid) return zone;
	throw new ParameterError(
		`The workflow's timezone does not exist: ${zone.slice(0, 60)}`,
		'Choose one in the workflow settings. If they say Default, the administrator of this n8n must correct GENERIC_TIMEZONE, for example to Europe/Berlin',
	);
}

/** Gives the first instant at which the clocks show this time. Luxon's own choice of two depends on the season. */
export function firstInstantOf(date: DateTime): number {
	return Math.min(...date.getPossibleOffsets().map((candidate) => candidate.toMillis()));
}
