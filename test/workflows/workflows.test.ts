import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isJsonObject } from '../../sandbox/jsonGuards';

const ROOT = join(__dirname, '../..');
const FOLDER = join(ROOT, '.github/workflows');

type Mapping = Readonly<Record<string, unknown>>;

interface Job {
	readonly id: string;
	readonly keys: Mapping;
	readonly steps: readonly Mapping[];
}

interface Workflow {
	readonly file: string;
	readonly text: string;
	readonly keys: Mapping;
	readonly jobs: readonly Job[];
}

function mappingOf(value: unknown): Mapping {
	if (!isJsonObject(value)) throw new TypeError('Not a mapping');
	return value;
}

function toJob([id, value]: readonly [string, unknown]): Job {
	const keys = mappingOf(value);
	if (!Array.isArray(keys.steps)) throw new TypeError(`${id} has no steps`);
	return { id, keys, steps: keys.steps.map(mappingOf) };
}

function readWorkflow(file: string): Workflow {
	const text = readFileSync(join(FOLDER, file), 'utf8');
	const keys = mappingOf(parse(text, { strict: true, uniqueKeys: true }));
	return { file, text, keys, jobs: Object.entries(mappingOf(keys.jobs)).map(toJob) };
}

/** Every text in a value, however deep. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (Array.isArray(value)) return value.flatMap(textsIn);
	return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

function expressionsIn(value: unknown): string[] {
	return textsIn(value).flatMap((text) =>
		[...text.matchAll(/\$\{\{(.*?)\}\}/g)].map(([, inner = '']) => inner.trim()),
	);
}

function keysOf(value: unknown): string[] {
	return isJsonObject(value) ? Object.keys(value).sort() : [];
}

const workflows = readdirSync(FOLDER).map(readWorkflow);
const steps = workflows.flatMap(({ jobs }) => jobs.flatMap((job) => job.steps));
const jobs = workflows.flatMap((workflow) => workflow.jobs);
const publish = workflows.find(({ file }) => file === 'publish.yml');

describe('whoever sends a pull request', () => {
	it('starts nothing that has rights or secrets', () => {
		const triggers = workflows.map(({ file, keys }) => [file, keysOf(keys.on)]);
		expect(Object.fromEntries(triggers)).toEqual({
			'ci.yml': ['pull_request', 'push'],
			'publish.yml': ['push'],
		});
		expect(publish?.keys.on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+*'] } });
		const withSecrets = workflows.filter(({ text }) => /\bsecrets\b(?!-test)/.test(text));
		expect(withSecrets.map(({ file }) => file)).toEqual(['publish.yml']);
	});

	it('can put no text of theirs into a command', () => {
		const commands = steps.flatMap(({ run }) => (typeof run === 'string' ? [run] : []));
		expect(commands.length).toBeGreaterThan(10);
		expect(commands.filter((command) => command.includes('${{'))).toEqual([]);
		expect(commands.filter((command) => /\beval\b|\bcurl\b|\bwget\b/.test(command))).toEqual([]);
	});

	it('has nothing in an expression but what GitHub and the workflow themselves fill in', () => {
		const known = [
			'github.event_name',
			'github.ref',
			'matrix.arguments',
			'matrix.name',
			'matrix.node',
			'matrix.packages',
			'matrix.script',
			'secrets.NPM_TOKEN',
			'strategy.job-index',
		];
		const used = workflows.flatMap(({ keys }) => expressionsIn(keys));
		const contexts = used.flatMap((expression) => expression.match(/[a-z]\w*\.[\w.-]+/gi) ?? []);
		expect(contexts.filter((context) => !known.includes(context))).toEqual([]);
	});
});

describe('rights', () => {
	it('are none unless a job asks for them, and then only to read the code', () => {
		expect(workflows.map(({ keys }) => keys.permissions)).toEqual(workflows.map(() => ({})));
		const others = jobs.filter(({ id }) => id !== 'publish');
		for (const { keys } of others) expect(keys.permissions).toEqual({ contents: 'read' });
	});

	it('to sign the provenance are for the job that publishes, in an environment, after all checks', () => {
		const job = publish?.jobs.find(({ id }) => id === 'publish');
		expect(job?.keys).toMatchObject({
			needs: 'check',
			environment: 'npm',
			permissions: { contents: 'read', 'id-token': 'write' },
		});
		const last = job?.steps.at(-1);
		expect(last?.run).toBe('npm publish --provenance --access public --ignore-scripts=false');
		expect(job?.steps.slice(0, -1).flatMap(expressionsIn)).toEqual([]);
	});

	it('to push are left in no checkout', () => {
		const checkouts = steps.filter(({ uses }) => String(uses).startsWith('actions/checkout@'));
		expect(checkouts.length).toBeGreaterThan(3);
		for (const checkout of checkouts) {
			expect(checkout.with).toMatchObject({ 'persist-credentials': false });
		}
	});
});

describe('what runs', () => {
	it('is pinned by commit, each action everywhere the same, with its version beside it', () => {
		const lines = workflows.flatMap(({ text }) =>
			text.split('\n').filter((line) => /^\s*(?:- )?uses:/.test(line)),
		);
		expect(lines).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
		const pins = lines.map((line) => line.replace(/^\s*(?:- )?uses: /, ''));
		for (const pin of pins) {
			expect(pin).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		}
		const actions = new Set(pins.map((pin) => pin.split('@')[0]));
		expect(new Set(pins).size).toBe(actions.size);
	});

	it('is checked out of other repositories by commit, too', () => {
		const foreign = steps.filter((step) => keysOf(step.with).includes('repository'));
		for (const step of foreign) expect(mappingOf(step.with).ref).toMatch(/^[0-9a-f]{40}$/);
	});

	it('comes from no cache, which a pull request could have filled', () => {
		const nodes = steps.filter(({ uses }) => String(uses).startsWith('actions/setup-node@'));
		expect(nodes.length).toBeGreaterThan(3);
		for (const step of nodes) {
			expect(step.with).toMatchObject({ 'package-manager-cache': false });
			expect(keysOf(step.with)).not.toContain('cache');
		}
		expect(steps.filter(({ uses }) => String(uses).startsWith('actions/cache'))).toEqual([]);
	});

	it('runs on a fixed image, and not for ever', () => {
		for (const { keys } of jobs) {
			expect(keys['runs-on']).toBe('ubuntu-24.04');
			expect(keys['timeout-minutes']).toEqual(expect.any(Number));
		}
	});

	it('is a script of the package, or a file that is there', () => {
		const { scripts } = mappingOf(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
		const commands = steps.flatMap(({ run }) => (typeof run === 'string' ? [run] : []));
		const named = commands.flatMap((command) => /^npm run ([\w:-]+)/.exec(command)?.[1] ?? []);
		const inMatrix = workflows.flatMap(({ text }) =>
			[...text.matchAll(/^ +script: ([\w:-]+)$/gm)].map(([, name = '']) => name),
		);
		expect(inMatrix.length).toBeGreaterThan(2);
		expect([...named, ...inMatrix].filter((name) => !keysOf(scripts).includes(name))).toEqual([]);
	});
});
