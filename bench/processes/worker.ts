import { isValues, type Values } from '../values';
import { JOBS, isJobName } from './jobs';

async function answer(message: unknown): Promise<Values> {
	if (typeof message === 'object' && message !== null && 'job' in message) {
		const settings = 'settings' in message ? message.settings : {};
		if (isJobName(message.job) && isValues(settings)) return await JOBS[message.job](settings);
	}
	throw new Error('There is no such job');
}

process.on('message', (message) => {
	answer(message).then(
		(result) => {
			// What was read is given back, so that the next contestant has the memory.
			globalThis.gc?.();
			process.send?.(result);
		},
		(error: unknown) =>
			process.send?.({ failure: error instanceof Error ? (error.stack ?? error.message) : error }),
	);
});
process.on('disconnect', () => process.exit(0));
