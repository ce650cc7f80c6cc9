import { requestWithinTime } from '../../../../nodes/OrgEventLog/api/timersContext';

it('a request that is answered in time is not given up afterwards', async () => {
	let signal: AbortSignal | undefined;
	const answer = await requestWithinTime(async (abortSignal) => {
		signal = abortSignal;
		return await Promise.resolve('answer');
	}, 60_000);
	await new Promise((resolve) => setImmediate(resolve));

	expect(answer).toBe('answer');
	expect(signal?.aborted).toBe(false);
});

it('a request is not made if the run was stopped before', async () => {
	const stop = new AbortController();
	stop.abort();
	const request = jest.fn(async () => await Promise.resolve('answer'));

	await expect(requestWithinTime(request, 60_000, stop.signal)).rejects.toMatchObject({
		kind: 'stopped',
	});
	expect(request).not.toHaveBeenCalled();
});
