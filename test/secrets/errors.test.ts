import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, promisify } from 'node:util';
import { decoyText, newSecret } from '../../sandbox/secrets/decoys';
import { Search, type Secret } from '../../sandbox/secrets/search';
import { everythingIn } from '../support/everythingIn';
import { HeapSnapshot } from './heapSnapshot';
import { collectThrownErrors, type ThrownErrors } from './thrownErrors';

const MIN_ERRORS = 50;
/** On a busy machine: the process loads n8n-core and writes all of its memory. */
const HEAP_LIMIT_MS = 180_000;

/** JSON of what can be reached, each object once, with what errors hide from JSON. */
function toJson(value: unknown): string {
	const seen = new Set<unknown>();
	return JSON.stringify(value, (_key, member: unknown) => {
		if (typeof member !== 'object' || member === null) return member;
		if (seen.has(member)) return null;
		seen.add(member);
		return member instanceof Error
			? Object.fromEntries(Reflect.ownKeys(member).map((key) => [key, Reflect.get(member, key)]))
			: member;
	});
}

const WAYS_TO_WRITE: Readonly<Record<string, (error: Error) => string>> = {
	message: ({ message }) => message,
	stack: ({ stack }) => stack ?? '',
	JSON: (error) => JSON.stringify(error),
	'JSON of everything': toJson,
	inspect: (error) => inspect(error, { depth: Infinity, showHidden: true, getters: true }),
	'all properties, causes among them': (error) => everythingIn(error),
};

function findsIn(text: string, secrets: readonly Secret[]) {
	return new Search(secrets).findIn({ place: 'error', name: '', bytes: Buffer.from(text) });
}

describe('what the nodes throw, with secrets in hand', () => {
	let thrown: ThrownErrors;

	beforeAll(async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		thrown = await collectThrownErrors();
	});
	afterAll(() => jest.restoreAllMocks());

	it('is an error of n8n in each case', () => {
		expect(thrown.errors.length).toBeGreaterThan(MIN_ERRORS);
		expect(thrown.secrets.length).toBeGreaterThan(15);
		const names = new Set(thrown.errors.map(({ name }) => name));
		expect([...names].filter((name) => !/^Node(?:Api|Operation)Error$/.test(name))).toEqual([]);
	});

	it.each(Object.keys(WAYS_TO_WRITE))('holds none, written as: %s', (way) => {
		const text = thrown.errors.map((error) => WAYS_TO_WRITE[way]?.(error)).join('\n');
		expect(text.length).toBeGreaterThan(MIN_ERRORS);
		expect(findsIn(text, thrown.secrets)).toEqual([]);
	});

	it('would be caught in each of them', () => {
		const decoy = newSecret('decoy');
		const cause = Object.assign(new Error('refused'), {
			config: { headers: { Authorization: `Bearer ${decoy.value}` } },
		});
		const telling = new Error(`Refused: ${decoy.value}`, { cause });
		for (const write of Object.values(WAYS_TO_WRITE).filter((way) => way !== JSON.stringify)) {
			const text = write(Object.assign(telling, { details: decoyText(decoy) }));
			expect(findsIn(text, [decoy])).not.toEqual([]);
		}
		const quiet = new Error('Refused', { cause });
		const deep = ['JSON of everything', 'inspect', 'all properties, causes among them'];
		for (const way of deep) {
			expect(findsIn(WAYS_TO_WRITE[way]?.(quiet) ?? '', [decoy])).not.toEqual([]);
		}
	});
});

interface WrittenHeap {
	readonly errors: number;
	readonly secrets: readonly Secret[];
	readonly decoys: readonly Secret[];
	readonly snapshot: HeapSnapshot;
}

/** Whole texts: V8 leaves out what is beyond a thousand characters unless told otherwise. */
const NODE_ARGUMENTS = ['--heap-snapshot-string-limit=10000000', '--require', 'tsx/cjs'];

/** A process of its own, for in Jest's heap everything holds everything. */
async function writeHeap(): Promise<WrittenHeap> {
	const folder = mkdtempSync(join(process.env.TEST_SCRATCH_FOLDER ?? tmpdir(), 'heap-'));
	const file = join(folder, 'errors.heapsnapshot');
	try {
		const { stdout } = await promisify(execFile)(
			process.execPath,
			[...NODE_ARGUMENTS, join(__dirname, 'writeHeap.ts'), file],
			{ maxBuffer: 10_000_000 },
		);
		const printed = JSON.parse(stdout) as Omit<WrittenHeap, 'snapshot'>;
		return { ...printed, snapshot: new HeapSnapshot(readFileSync(file, 'utf8')) };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

describe("what such an error keeps alive in V8's heap", () => {
	let heap: WrittenHeap;

	beforeAll(async () => {
		heap = await writeHeap();
	}, HEAP_LIMIT_MS);

	it('holds no secret', () => {
		expect(heap.errors).toBeGreaterThan(MIN_ERRORS);
		const held = heap.snapshot.stringsHeldBy('HeldErrors').join('\n');
		expect(held).toContain('Base URL');
		expect(findsIn(held, heap.secrets)).toEqual([]);
	});

	it('would show one in a private field, a closure, a symbol, and behind an excerpt', () => {
		const held = heap.snapshot.stringsHeldBy('HeldDecoys').join('\n');
		const found = new Set(findsIn(held, heap.decoys).map(({ secret }) => secret));
		expect([...found].sort()).toEqual(heap.decoys.map(({ name }) => name).sort());
	});
});
