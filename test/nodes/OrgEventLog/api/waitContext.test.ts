import { withinTime } from '../../../../nodes/OrgEventLog/api/waitContext';

it('a request that is answered in time is not given up afterwards', async () => {
	let signal: AbortSignal | undefined;
	const answer = await withinTime(async (givenUp) => {
		signal = givenUp;
		return await Promise.resolve('answer');
	}, 60_000);
	await new Promise((resolve) => setImmediate(resolve));

	expect(answer).toBe('answer');
	expect(signal?.aborted).toBe(false);
});

it('one that is not is told so, and nothing comes of its own failure', async () => {
	const request = async (givenUp: AbortSignal) =>
		await new Promise<never>((_resolve, reject) => {
			givenUp.addEventListener('abort', () => reject(new Error('aborted')));
		});

	await expect(withinTime(request, 5)).rejects.toMatchObject({ kind: 'timedOut' });
	const stop = new AbortController();
	const stopped = withinTime(request, 60_000, stop.signal);
	stop.abort();
	await expect(stopped).rejects.toMatchObject({ kind: 'stopped' });
});
