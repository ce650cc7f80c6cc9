/** The API documents these severities, from the lowest to the highest: a minimum can be one of them. */
export const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Newer services and others use more words than the documented ones. */
const LEVELS: ReadonlyMap<string, number> = new Map([
	['DEBUG', 1],
	['INFO', 2],
	['WARN', 3],
	['WARNING', 3],
	['ERROR', 4],
	['CRITICAL', 5],
	['FATAL', 5],
	['ALERT', 5],
	['EMERGENCY', 5],
]);
const UNKNOWN_LEVEL = 0;
const WARN_LEVEL = 3;

/** Grows with the severity, in whichever letter case it is written; 0 for anything unknown. */
export function severityLevelOf(severity: unknown): number {
	if (typeof severity !== 'string') return UNKNOWN_LEVEL;
	return LEVELS.get(severity.toUpperCase()) ?? UNKNOWN_LEVEL;
}

/** Anything unknown passes a minimum: no alert is lost because a service has learned a new word. */
export function reachesSeverity(severity: unknown, minimum: Severity): boolean {
	const level = severityLevelOf(severity);
	return level === UNKNOWN_LEVEL || level >= severityLevelOf(minimum);
}

/** Only known words count. */
export function isWarningOrAbove(severity: unknown): boolean {
	return severityLevelOf(severity) >= WARN_LEVEL;
}

/** Takes any letter case; undefined for a word that is not documented. */
export function toDocumentedSeverity(severity: unknown): Severity | undefined {
	if (typeof severity !== 'string') return undefined;
	const name = severity.toUpperCase();
	return SEVERITIES.find((known) => known === name);
}
