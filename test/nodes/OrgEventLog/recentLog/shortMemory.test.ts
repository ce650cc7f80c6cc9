import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { LogSummary } from '../../../../nodes/OrgEventLog/recentLog/summary';
import {
	MAX_REMEMBERED,
	REMEMBERED_MS,
	recall,
} from '../../../../nodes/OrgEventLog/recentLog/pickers/recentLogContext';

let loads: number;
const load = async (): Promise<LogSummary> =>
	await Promise.resolve({ events: ++loads, values: new Map(), subTypes: new Map(), paths: [] });
const loadOf = async (key: string) => (await recall(key, load)).events;

beforeEach(() => {
	jest.useFakeTimers({ doNotFake: ['setImmediate'] });
	loads = 0;
});

afterEach(async () => {
	// What one test has read is out of date in the next.
	jest.advanceTimersByTime(REMEMBERED_MS);
	await recall('last', load);
	jest.advanceTimersByTime(REMEMBERED_MS);
	jest.useRealTimers();
});

it('remembers for a while, each key by itself', async () => {
	await loadOf('a');
	await loadOf('b');
	jest.advanceTimersByTime(REMEMBERED_MS - 1);
	expect(await loadOf('a')).toBe(1);
	jest.advanceTimersByTime(1);
	expect(await loadOf('a')).toBe(3);
});

it('remembers nothing for longer because a clock was set back', async () => {
	await loadOf('a');
	jest.setSystemTime(Date.now() - REMEMBERED_MS);
	expect(await loadOf('a')).toBe(2);
});

it('forgets the oldest where there are too many', async () => {
	const keys = Array.from({ length: MAX_REMEMBERED + 1 }, (_, index) => `${index}`);
	for (const key of keys) await loadOf(key);
	expect(await loadOf('1')).toBe(2);
	expect(await loadOf('0')).toBe(MAX_REMEMBERED + 2);
});

it('lets go of what is out of date, whoever asks for whatever next', async () => {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	const remembered = new WeakRef(await recall('a', load));
	jest.advanceTimersByTime(REMEMBERED_MS);
	await recall('b', load);
	await new Promise((resolve) => setImmediate(resolve));
	collectGarbage();
	expect(remembered.deref()).toBeUndefined();
});
