import { PollTracker } from '../../../sandbox/externalSystems/pollTracker';
import type { EventLogService } from '../../../sandbox/service';
import { DEFAULT_API_KEY, seededLog, startEventLogService } from '../../../sandbox/service';

let service: EventLogService | undefined;

afterEach(async () => {
	await service?.close();
});

async function startTracked(tracker: PollTracker): Promise<(path: string) => Promise<void>> {
	const started = await startEventLogService({
		log: seededLog({ events: 150, seed: 1 }),
		behaviour: { maxLimit: 100 },
		observer: tracker.observer,
	});
	service = started;
	return async (path) => {
		const headers = { authorization: `Bearer ${DEFAULT_API_KEY}` };
		await (await fetch(`${started.baseUrl}/api/v1/${path}`, { headers })).text();
	};
}

describe('the tracker of polls', () => {
	it('counts requests for pages that follow each other as one poll, others not at all', async () => {
		const tracker = new PollTracker(100);
		const get = await startTracked(tracker);
		await get('events/feed?limit=100');
		await get('events/feed?limit=100&skip=100');
		await get('events?limit=100');
		expect(tracker.latest).toMatchObject({ number: 1, requests: 2 });
	});

	it('takes a page that is not full for the last', async () => {
		const tracker = new PollTracker(100);
		const get = await startTracked(tracker);
		const answers: boolean[] = [];
		const allAnswered = new Promise<void>((resolve) => {
			tracker.listen({
				onResponse: (_poll, isLast) => {
					if (answers.push(isLast) === 2) resolve();
				},
			});
		});
		await get('events/feed?limit=100');
		await get('events/feed?limit=100&skip=100');
		await allAnswered;
		expect(answers).toEqual([false, true]);
	});
});
