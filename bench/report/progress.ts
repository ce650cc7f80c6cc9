const CLEAR_LINE = '\r\u001B[K';

/** Says on standard error what is being measured: one line that changes, or a line each in a log. */
export class Progress {
	private readonly startedMs = Date.now();

	say(what: string): void {
		const seconds = Math.round((Date.now() - this.startedMs) / 1000);
		const line = `${String(seconds).padStart(5)} s  ${what}`;
		process.stderr.write(process.stderr.isTTY ? `${CLEAR_LINE}${line}` : `${line}\n`);
	}

	end(): void {
		if (process.stderr.isTTY) process.stderr.write(CLEAR_LINE);
	}
}
