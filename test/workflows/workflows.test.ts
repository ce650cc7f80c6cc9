import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isJsonObject } from '../../sandbox/jsonGuards';

const ROOT = join(__dirname, '../..');
const FOLDER = join(ROOT, '.github/workflows');

function mappingOf(value: unknown): Readonly<Record<string, unknown>> {
	if (!isJsonObject(value)) throw new TypeError('Not a mapping');
	return value;
}

const workflows = readdirSync(FOLDER).map((file) => {
	const text = readFileSync(join(FOLDER, file), 'utf8');
	const keys = mappingOf(parse(text, { strict: true, uniqueKeys: true }));
	return { file, text, keys, jobs: mappingOf(keys.jobs) };
});
const text = workflows.map((workflow) => workflow.text).join('\n');
const publish = workflows.find(({ file }) => file === 'publish.yml');

/** What a pattern finds in all workflows: its first group, if it has one. */
function found(pattern: RegExp): string[] {
	return [...text.matchAll(pattern)].map(([whole, group]) => group ?? whole);
}

const commands = found(/^ +run: (.+)$/gm);

describe('whoever sends a pull request', () => {
	it('starts nothing that has rights or secrets', () => {
		const triggers = workflows.map(({ file, keys }) => [file, keys.on]);
		expect(Object.fromEntries(triggers)).toEqual({
			'ci.yml': { pull_request: null, push: { branches: ['main'] } },
			'publish.yml': { push: { tags: ['v[0-9]+.[0-9]+.[0-9]+*'] } },
		});
		const withSecrets = workflows.filter((workflow) => /\bsecrets\b(?!-test)/.test(workflow.text));
		expect(withSecrets.map(({ file }) => file)).toEqual(['publish.yml']);
	});

	it('can put no text of theirs into a command', () => {
		expect(commands.length).toBeGreaterThan(10);
		expect(commands.filter((command) => /\$\{\{|^[|>]/.test(command))).toEqual([]);
		expect(commands.filter((command) => /\beval\b|\bcurl\b|\bwget\b/.test(command))).toEqual([]);
	});

	it('has nothing in an expression but what GitHub and the workflow themselves fill in', () => {
		const contexts = found(/\$\{\{(.*?)\}\}/g).flatMap(
			(expression) => expression.match(/[a-z]\w*\.[\w.-]+/gi) ?? [],
		);
		const known =
			/^(?:github\.(?:event_name|ref)|matrix\.(?:arguments|name|node|packages|script)|secrets\.NPM_TOKEN|strategy\.job-index)$/;
		expect(contexts.filter((context) => !known.test(context))).toEqual([]);
	});
});

describe('rights', () => {
	it('are none unless a job asks for them, and then only to read the code', () => {
		for (const { keys, jobs } of workflows) {
			expect(keys.permissions).toEqual({});
			for (const [id, job] of Object.entries(jobs)) {
				const { permissions } = mappingOf(job);
				if (id !== 'publish') expect(permissions).toEqual({ contents: 'read' });
			}
		}
	});

	it('to sign the provenance are for the job that publishes, in an environment, after all checks', () => {
		expect(publish?.jobs.publish).toMatchObject({
			needs: 'check',
			environment: 'npm',
			permissions: { contents: 'read', 'id-token': 'write' },
		});
		const [, job = ''] = publish?.text.split('\n  publish:\n') ?? [];
		const last = job.lastIndexOf('- name:');
		expect(job.slice(last)).toMatch(
			/run: npm publish --provenance --access public --ignore-scripts=false\n/,
		);
		expect(job.slice(0, last)).not.toContain('${{');
	});

	it('to push are left in no checkout', () => {
		const checkouts = found(/uses: actions\/checkout@/g);
		expect(checkouts.length).toBeGreaterThan(3);
		expect(found(/persist-credentials: false/g)).toHaveLength(checkouts.length);
	});
});

describe('what runs', () => {
	it('is pinned by commit, each action everywhere the same, with its version beside it', () => {
		const pins = found(/^\s*(?:- )?uses: (.+)$/gm);
		for (const pin of pins) expect(pin).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		const actions = new Set(pins.map((pin) => pin.split('@')[0]));
		expect(new Set(pins).size).toBe(actions.size);
	});

	it('is checked out of other repositories by commit, too', () => {
		expect(found(/repository: .+\n +ref: [0-9a-f]{40} .*\n/g)).toEqual(
			found(/repository: .+\n.*\n/g),
		);
	});

	it('comes from no cache, which a pull request could have filled', () => {
		const nodes = found(/uses: actions\/setup-node@/g);
		expect(nodes.length).toBeGreaterThan(3);
		expect(found(/package-manager-cache: false/g)).toHaveLength(nodes.length);
		expect(found(/^ +cache:|actions\/cache/gm)).toEqual([]);
	});

	it('runs on a fixed image, and not for ever', () => {
		const jobs = workflows.flatMap((workflow) => Object.keys(workflow.jobs));
		expect(found(/^ {4}runs-on: ubuntu-24\.04$/gm)).toHaveLength(jobs.length);
		expect(found(/^ {4}timeout-minutes: \d+$/gm)).toHaveLength(jobs.length);
	});

	it('is a script of the package, or a file that is there', () => {
		const { scripts } = mappingOf(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
		const named = commands.flatMap((command) => /^npm run ([\w:-]+)/.exec(command)?.[1] ?? []);
		const inMatrix = found(/^ +script: ([\w:-]+)$/gm);
		expect(inMatrix.length).toBeGreaterThan(2);
		const known = Object.keys(mappingOf(scripts));
		expect([...named, ...inMatrix].filter((name) => !known.includes(name))).toEqual([]);
	});
});
