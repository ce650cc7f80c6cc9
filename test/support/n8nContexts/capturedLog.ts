import type { Logger, LogMetadata } from 'n8n-workflow';

/** One line that a node wrote to n8n's log. */
export interface LogEntry {
	readonly level: 'error' | 'warn' | 'info' | 'debug';
	readonly message: string;
	readonly metadata?: LogMetadata;
}

/** A logger that keeps what it is told in `entries`. */
export function createCapturedLogger(entries: LogEntry[]): Logger {
	const keep = (level: LogEntry['level']) => (message: string, metadata?: LogMetadata) => {
		entries.push({ level, message, metadata });
	};
	return { error: keep('error'), warn: keep('warn'), info: keep('info'), debug: keep('debug') };
}
