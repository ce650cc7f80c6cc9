import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isJsonObject } from '../../jsonGuards';

/** A release of n8n as npm has it. */
export interface Release {
	/** Of n8n. */
	readonly version: string;
	/** Of its n8n-core. */
	readonly core: string;
	/** Of its n8n-workflow. */
	readonly workflow: string;
	/** Its other dependencies are taken as they were on this day, where they are not taken as they are. */
	readonly before?: string;
	/**
	 * All of it can't be run: it names a dependency by an address outside of npm, and what npm takes for
	 * the peers that it leaves open does not start.
	 */
	readonly isCoreOnly?: true;
}

/** What the table in docs/compatibility.md was made with: each resolves and installs. */
export const RELEASES: readonly Release[] = [
	{
		version: '1.123.81',
		core: '1.122.48',
		workflow: '1.120.31',
		before: '2026-10-01',
		isCoreOnly: true,
	},
	{
		version: '2.8.4',
		core: '2.8.1',
		workflow: '2.8.0',
		before: '2026-10-01',
		isCoreOnly: true,
	},
	{ version: '2.40.7', core: '2.40.3', workflow: '2.40.1', before: '2026-10-01' },
	{ version: '2.41.1', core: '2.41.1', workflow: '2.41.0', before: '2026-10-01' },
];

const run = promisify(execFile);

async function askNpm(...args: string[]): Promise<unknown> {
	const { stdout } = await run('npm', ['view', ...args, '--json'], { maxBuffer: 2 ** 26 });
	return JSON.parse(stdout);
}

/** The newest stable version in a range. */
async function newestIn(range: string): Promise<string> {
	const versions = [await askNpm(`n8n@${range}`, 'version')].flat().map(String);
	const byNumber = new Intl.Collator('en', { numeric: true });
	return versions.sort((one, other) => byNumber.compare(one, other)).at(-1) ?? range;
}

async function releaseOf(version: string): Promise<Release> {
	const dependencies = await askNpm(`n8n@${version}`, 'dependencies');
	const { 'n8n-core': core, 'n8n-workflow': workflow } = isJsonObject(dependencies)
		? dependencies
		: {};
	if (typeof core === 'string' && typeof workflow === 'string') return { version, core, workflow };
	throw new Error(`npm does not say which n8n-core n8n ${version} has`);
}

/** The releases as `RELEASES` would have them today: the newest 1.x, 2.8, and of all. */
async function findNewestReleases(): Promise<Release[]> {
	const find = async (range: string) => await releaseOf(await newestIn(range));
	const [first, second, last] = await Promise.all([find('1.x'), find('2.8.x'), find('*')]);
	return [...[first, second].map((release) => ({ ...release, isCoreOnly: true }) as const), last];
}

/** Those that are asked for: `all`, `newest`, or all whose version begins so. @throws Error where there is none */
export async function releasesFor(asked: string): Promise<readonly Release[]> {
	if (asked === 'newest') return await findNewestReleases();
	const found = RELEASES.filter(({ version }) => asked === 'all' || version.startsWith(asked));
	if (found.length === 0) throw new Error(`No release begins with ${asked}`);
	return found;
}
