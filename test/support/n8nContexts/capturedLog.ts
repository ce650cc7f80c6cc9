import type { Logger, LogMetadata } from 'n8n-workflow';

/** One line that a node wrote to n8n's log. */
export interface LogEntry {
	readonly level: 'error' | 'warn' | 'info' | 'debug';
	readonly message: string;
	readonly metadata?: LogMetadata;
}

const LEVELS = ['error', 'warn', 'info', 'debug'] as const;

/** A logger that keeps what it is told in `entries`. */
export function createCapturedLogger(entries: LogEntry[]): Logger {
	const [error, warn, info, debug] = LEVELS.map(
		(level) => (message: string, metadata?: LogMetadata) => {
			entries.push({ level, message, metadata });
		},
	);
	const ignore = () => {};
	return {
		error: error ?? ignore,
		warn: warn ?? ignore,
		info: info ?? ignore,
		debug: debug ?? ignore,
	};
}
