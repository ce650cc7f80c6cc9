import { isJsonObject } from '../../sandbox/jsonGuards';
import { type Project, refused } from './project';

/** Who stands in where nobody has put their name yet. None of them exists. */
const PLACEHOLDERS = {
	author: 'Organization Event Log connector maintainers',
	owner: 'org-event-log/',
	holder: 'The maintainers of n8n-nodes-org-event-log',
} as const;

/** What only the publisher can fill in, and what would disagree with it. */
export function checkPublisher(project: Project): string[] {
	const { author, homepage, bugs } = project.manifest;
	const repository = repositoryOf(project);
	if (repository === undefined) {
		return ['wrong: package.json, repository.url: not git+https://github.com/OWNER/NAME.git'];
	}
	const address = `https://github.com/${repository}`;
	return [
		...refused({
			'publisher: package.json, author.name: your name, as your npm account shows it':
				author.name !== PLACEHOLDERS.author,
			'publisher: package.json, author.email: an address of yours':
				/^\S+@(?!example\.com$)\S+\.\S+$/.test(author.email),
			'publisher: package.json, repository, homepage and bugs: your public repository on GitHub; npm refuses a provenance that names another':
				!repository.startsWith(PLACEHOLDERS.owner),
			'publisher: LICENSE.md: who holds the copyright': !project
				.read('LICENSE.md')
				.includes(PLACEHOLDERS.holder),
			[`wrong: package.json, homepage and bugs: not in ${address}`]:
				homepage.startsWith(address) && bugs.url.startsWith(address),
		}),
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
function checkLinks(project: Project, repository: string): string[] {
	const name = repository.replace(/^.*\//, '').replaceAll('.', '\\.');
	const link = new RegExp(`github\\.com/([\\w.-]+/${name})\\b`, 'g');
	return project.files
		.filter((file) => /(?<!package-lock)\.(?:ts|json|md|yml|mjs|js)$/.test(file))
		.flatMap((file) => {
			const other = [...project.read(file).matchAll(link)].find(([, of]) => of !== repository)?.[1];
			return refused({
				[`wrong: ${file}: links to ${other}, package.json to ${repository}`]: other === undefined,
			});
		});
}

/** Whether version, changelog, tag and place agree that this is a release. */
export function checkRelease(project: Project, environment: NodeJS.ProcessEnv): string[] {
	const { version, publishConfig } = project.manifest;
	const tag = `v${version}`;
	const lock: unknown = JSON.parse(project.read('package-lock.json'));
	const isTagged = project.git('tag', '--points-at', 'HEAD').split('\n').includes(tag);
	const changed = project.git('status', '--porcelain');
	return [
		...checkChangelog(project.read('CHANGELOG.md'), version),
		...refused({
			'wrong: package-lock.json has another version than package.json: run npm install':
				isJsonObject(lock) && lock.version === version,
			[`release: git: this commit has no tag ${tag}`]:
				isTagged || environment.GITHUB_REF === `refs/tags/${tag}`,
			[`release: git: not everything is committed:\n${changed}`]: changed === '',
			// npm runs no script of ours here, the preflight included, but refuses a provenance it can't have.
			'wrong: package.json, publishConfig.provenance: not true, so that npm would publish by hand':
				publishConfig.provenance,
			// GitHub gives the second to jobs that may ask for a token that names the workflow.
			'release: this is not the workflow that publishes: push the tag; n8n verifies only packages with the provenance that it signs':
				environment.GITHUB_ACTIONS === 'true' && !!environment.ACTIONS_ID_TOKEN_REQUEST_URL,
		}),
	];
}

const HEADING =
	/^(?:# Changelog|## \[Unreleased\]|## \[\d+\.\d+\.\d+(?:-[\w.]+)?\] - ([\d-]{10})|### (?:Added|Changed|Deprecated|Removed|Fixed|Security))$/;

/** Whether it has the form of keepachangelog.com, newest first, and all that is not released yet is now. */
function checkChangelog(text: string, version: string): string[] {
	const headings = text.match(/^#.*$/gm) ?? [];
	const dates = headings.flatMap((heading) => HEADING.exec(heading)?.[1] ?? []);
	const [, unreleased = '', newest = ''] = text.split(/^## /m);
	return [
		...headings
			.filter((heading) => !HEADING.test(heading))
			.map((heading) => `wrong: CHANGELOG.md: “${heading}” is not of keepachangelog.com`),
		...refused({
			'wrong: CHANGELOG.md: begins without [Unreleased]': headings[1] === '## [Unreleased]',
			[`wrong: CHANGELOG.md: ${dates.join(', ')} are not dates, the newest first`]: dates.every(
				(date, index) => isDate(date) && date <= (dates[index - 1] ?? date),
			),
			[`release: CHANGELOG.md: no “## [${version}] - YYYY-MM-DD” under [Unreleased]`]:
				newest.startsWith(`[${version}] - `),
			[`release: CHANGELOG.md: what stands under [Unreleased] belongs under [${version}]`]:
				!/^- /m.test(unreleased),
		}),
	];
}

/** A day that there is. */
function isDate(text: string): boolean {
	return String(new Date(text).toJSON()).startsWith(text);
}
