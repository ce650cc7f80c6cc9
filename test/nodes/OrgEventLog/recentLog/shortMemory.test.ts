import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ShortMemory } from '../../../../nodes/OrgEventLog/recentLog/pickers/recentLogContext';

const KEEP_MS = 1_000;
let nowMs: number;
let loads: number;
const load = async () => await Promise.resolve({ load: ++loads });

beforeEach(() => {
	nowMs = 1_000_000;
	loads = 0;
});

const createMemory = (maxMemories = 3) =>
	new ShortMemory<object>(KEEP_MS, maxMemories, () => nowMs);

it('remembers for a while, each key by itself', async () => {
	const memory = createMemory();
	await memory.recall('a', load);
	await memory.recall('b', load);
	nowMs += KEEP_MS - 1;
	expect(await memory.recall('a', load)).toEqual({ load: 1 });
	nowMs += 1;
	expect(await memory.recall('a', load)).toEqual({ load: 3 });
});

it('remembers nothing for longer because a clock was set back', async () => {
	const memory = createMemory();
	await memory.recall('a', load);
	nowMs -= KEEP_MS;
	expect(await memory.recall('a', load)).toEqual({ load: 2 });
});

it('forgets the oldest where there are too many', async () => {
	const memory = createMemory(2);
	for (const key of ['a', 'b', 'c']) await memory.recall(key, load);
	expect(await memory.recall('b', load)).toEqual({ load: 2 });
	expect(await memory.recall('a', load)).toEqual({ load: 4 });
});

it('lets go of what is out of date, whoever asks for whatever next', async () => {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	const memory = createMemory();
	const remembered = new WeakRef(await memory.recall('a', load));
	nowMs += KEEP_MS;
	await memory.recall('b', load);
	await new Promise((resolve) => setImmediate(resolve));
	collectGarbage();
	expect(remembered.deref()).toBeUndefined();
});
