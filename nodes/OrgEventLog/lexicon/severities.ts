/** The API documents these severities, from the lowest to the highest: a minimum can be one of them. */
export const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Words of one level stand together, from 1 on. Newer services and others use more words than the documented ones. */
const LEVELS: ReadonlyArray<readonly string[]> = [
	['DEBUG'],
	['INFO'],
	['WARN', 'WARNING'],
	['ERROR'],
	['CRITICAL', 'FATAL', 'ALERT', 'EMERGENCY'],
];

/** Grows with the severity, in whichever letter case it is written; 0 for anything unknown. */
export function severityLevelOf(severity: unknown): number {
	const word = typeof severity === 'string' ? severity.toUpperCase() : '';
	return LEVELS.findIndex((words) => words.includes(word)) + 1;
}

/** Anything unknown passes a minimum: no alert is lost because a service has learned a new word. */
export function passesMinimumSeverity(severity: unknown, minimum: unknown): boolean {
	const level = severityLevelOf(severity);
	return level === 0 || level >= severityLevelOf(minimum);
}

/** Gives false for an unknown word, unlike `passesMinimumSeverity`. */
export function isKnownSeverityAtLeast(severity: unknown, minimum: Severity): boolean {
	return severityLevelOf(severity) >= severityLevelOf(minimum);
}

/** Takes any letter case; undefined for a word that is not documented. */
export function toDocumentedSeverity(severity: unknown): Severity | undefined {
	if (typeof severity !== 'string') return undefined;
	const name = severity.toUpperCase();
	return SEVERITIES.find((known) => known === name);
}
