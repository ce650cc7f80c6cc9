/** npm passes a signal on to its shell only, which ends without telling us. */
const LOOK_FOR_PARENT_EVERY_MS = 500;
const ENDING_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Calls back when someone ends this run: by a signal, or by ending the npm that has started it. */
export function onInterruption(stop: () => void): void {
	for (const name of ENDING_SIGNALS) process.on(name, stop);
	if (process.env.npm_lifecycle_event === undefined) return;
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid !== parent) stop();
	}, LOOK_FOR_PARENT_EVERY_MS);
	timer.unref();
}
