import { isJsonObject } from '../../sandbox/jsonGuards';
import { type Finding, type Project, unless } from './project';

/** Who stands in where nobody has put their name yet. None of them exists. */
const PLACEHOLDERS = {
	author: 'Organization Event Log connector maintainers',
	owner: 'org-event-log/',
	holder: 'The maintainers of n8n-nodes-org-event-log',
} as const;

/** What only the publisher can fill in, and what would disagree with it. */
export function checkPublisher(project: Project): Finding[] {
	const { author, homepage, bugs } = project.manifest;
	const repository = repositoryOf(project);
	if (repository === undefined) {
		return ['wrong: package.json, repository.url: not git+https://github.com/OWNER/NAME.git'];
	}
	const address = `https://github.com/${repository}`;
	return [
		...unless(
			author.name !== PLACEHOLDERS.author,
			'publisher: package.json, author.name: your name, as your npm account shows it',
		),
		...unless(
			/^\S+@(?!example\.com$)\S+\.\S+$/.test(author.email),
			'publisher: package.json, author.email: an address of yours',
		),
		...unless(
			!repository.startsWith(PLACEHOLDERS.owner),
			'publisher: package.json, repository, homepage and bugs: your public repository on GitHub; npm refuses a provenance that names another',
		),
		...unless(
			!project.read('LICENSE.md').includes(PLACEHOLDERS.holder),
			'publisher: LICENSE.md: who holds the copyright',
		),
		...unless(
			homepage.startsWith(address) && bugs.url.startsWith(address),
			`wrong: package.json, homepage and bugs: not in ${address}`,
		),
		...checkLinks(project, repository),
	];
}

/** `owner/name` on GitHub, or undefined where package.json names none that npm's provenance takes. */
function repositoryOf({ manifest }: Project): string | undefined {
	return /^git\+https:\/\/github\.com\/([\w.-]+\/[\w.-]+?)\.git$/.exec(
		manifest.repository.url,
	)?.[1];
}

/** Links into the repository stand in the nodes, the credential and the docs, too. */
function checkLinks(project: Project, repository: string): Finding[] {
	const name = repository.replace(/^.*\//, '').replaceAll('.', '\\.');
	const link = new RegExp(`github\\.com/([\\w.-]+/${name})\\b`, 'g');
	return project.files
		.filter((file) => /(?<!package-lock)\.(?:ts|json|md|yml|mjs|js)$/.test(file))
		.flatMap((file) => {
			const other = [...project.read(file).matchAll(link)].find(([, of]) => of !== repository)?.[1];
			return unless(
				other === undefined,
				`wrong: ${file}: links to ${other}, package.json to ${repository}`,
			);
		});
}

/** Whether version, changelog, tag and place agree that this is a release. */
export function checkRelease(project: Project, environment: NodeJS.ProcessEnv): Finding[] {
	const { version, publishConfig } = project.manifest;
	const tag = `v${version}`;
	const lock: unknown = JSON.parse(project.read('package-lock.json'));
	const isTagged = project.git('tag', '--points-at', 'HEAD').split('\n').includes(tag);
	const changed = project.git('status', '--porcelain');
	return [
		...checkChangelog(project.read('CHANGELOG.md'), version),
		...unless(
			isJsonObject(lock) && lock.version === version,
			'wrong: package-lock.json has another version than package.json: run npm install',
		),
		...unless(
			isTagged || environment.GITHUB_REF === `refs/tags/${tag}`,
			`release: git: this commit has no tag ${tag}`,
		),
		...unless(changed === '', `release: git: not everything is committed:\n${changed}`),
		// npm runs no script of ours here, the preflight included, but refuses a provenance it can't have.
		...unless(
			publishConfig.provenance,
			'wrong: package.json, publishConfig.provenance: not true, so that npm would publish by hand',
		),
		// GitHub gives the second to jobs that may ask for a token that names the workflow.
		...unless(
			environment.GITHUB_ACTIONS === 'true' && !!environment.ACTIONS_ID_TOKEN_REQUEST_URL,
			'release: this is not the workflow that publishes: push the tag; n8n verifies only packages with the provenance that it signs',
		),
	];
}

const HEADING =
	/^(?:# Changelog|## \[(?:Unreleased|\d+\.\d+\.\d+(?:-[\w.]+)?\] - ([\d-]{10}))\]?|### (?:Added|Changed|Deprecated|Removed|Fixed|Security))$/;

/** Whether it has the form of keepachangelog.com, newest first, and all that is not released yet is now. */
function checkChangelog(text: string, version: string): Finding[] {
	const headings = text.match(/^#.*$/gm) ?? [];
	const dates = headings.flatMap((heading) => HEADING.exec(heading)?.[1] ?? []);
	const [, unreleased = '', newest = ''] = text.split(/^## /m);
	return [
		...headings
			.filter((heading) => !HEADING.test(heading))
			.map((heading): Finding => `wrong: CHANGELOG.md: “${heading}” is not of keepachangelog.com`),
		...unless(
			headings[1] === '## [Unreleased]',
			'wrong: CHANGELOG.md: begins without [Unreleased]',
		),
		...unless(
			dates.every((date, index) => isDate(date) && date <= (dates[index - 1] ?? date)),
			`wrong: CHANGELOG.md: ${dates.join(', ')} are not dates, the newest first`,
		),
		...unless(
			newest.startsWith(`[${version}] - `),
			`release: CHANGELOG.md: no “## [${version}] - YYYY-MM-DD” under [Unreleased]`,
		),
		...unless(
			!/^- /m.test(unreleased),
			`release: CHANGELOG.md: what stands under [Unreleased] belongs under [${version}]`,
		),
	];
}

/** A day that there is. */
function isDate(text: string): boolean {
	return String(new Date(text).toJSON()).startsWith(text);
}
