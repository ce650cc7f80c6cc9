/** npm forwards a signal to its shell only, which ends without passing it on. */
const PARENT_CHECK_INTERVAL_MS = 500;
const TERMINATION_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Calls back when someone ends this run: by a signal, or by ending the npm that has started it. */
export function onInterruption(stop: () => void): void {
	for (const name of TERMINATION_SIGNALS) process.on(name, stop);
	if (process.env.npm_lifecycle_event === undefined) return;
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid !== parent) stop();
	}, PARENT_CHECK_INTERVAL_MS);
	timer.unref();
}
