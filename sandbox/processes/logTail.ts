import { existsSync, readFileSync } from 'node:fs';

/** The last lines of a log, indented, for the message of a failure. */
export function logTail(logPath: string, lines = 40): string {
	if (!existsSync(logPath)) return '';
	const all = readFileSync(logPath, 'utf8').trimEnd().split('\n');
	const tail = all.slice(-lines).map((line) => `    ${line}`);
	return [`The end of ${logPath}:`, ...tail].join('\n');
}
