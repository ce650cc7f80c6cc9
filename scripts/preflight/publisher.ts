import type { Finding } from './finding';
import { defect, publisherMust, unless } from './finding';
import type { Project } from './project';

/** Who stands in where nobody has put their name yet. None of them exists. */
const PLACEHOLDERS = {
	author: 'Organization Event Log connector maintainers',
	domain: '@example.com',
	owner: 'org-event-log',
	holder: 'The maintainers of n8n-nodes-org-event-log',
} as const;

const REPOSITORY = /^git\+https:\/\/github\.com\/([\w.-]+)\/([\w.-]+?)\.git$/;

/** `owner/name` on GitHub, or undefined where package.json names none that npm's provenance takes. */
export function repositoryOf({ manifest }: Project): string | undefined {
	const [, owner, name] = REPOSITORY.exec(manifest.repositoryUrl) ?? [];
	return owner === undefined ? undefined : `${owner}/${name}`;
}

function checkAuthor({ manifest: { author } }: Project): Finding[] {
	const isNamed = author.name !== '' && author.name !== PLACEHOLDERS.author;
	const hasAddress = /^\S+@\S+\.\S+$/.test(author.email);
	const isReal = hasAddress && !author.email.endsWith(PLACEHOLDERS.domain);
	return [
		...unless(
			isNamed,
			publisherMust('package.json, author.name: your name, as your npm account shows it'),
		),
		...unless(isReal, publisherMust('package.json, author.email: an address of yours')),
	];
}

function checkRepository(project: Project): Finding[] {
	const repository = repositoryOf(project);
	if (repository === undefined) {
		return [defect('package.json, repository.url: not git+https://github.com/OWNER/NAME.git')];
	}
	const { homepage, bugsUrl } = project.manifest;
	const address = `https://github.com/${repository}`;
	return [
		...unless(
			!repository.startsWith(`${PLACEHOLDERS.owner}/`),
			publisherMust(
				'package.json, repository, homepage and bugs: your public repository on GitHub; ' +
					'npm refuses a provenance that names another',
			),
		),
		...unless(
			homepage.startsWith(address) && bugsUrl.startsWith(address),
			defect(`package.json, homepage and bugs: not in ${address}`),
		),
	];
}

const TEXT = /\.(?:ts|json|md|yml|mjs|js)$/;

/** Links into the repository stand in the nodes, the credential and the docs, too. */
function checkLinks(project: Project): Finding[] {
	const repository = repositoryOf(project);
	if (repository === undefined) return [];
	const [, name = ''] = repository.split('/');
	const link = new RegExp(`github\\.com/([\\w.-]+/${name.replaceAll('.', '\\.')})\\b`, 'g');
	const files = project.files.filter(
		(file) => TEXT.test(file) && !file.endsWith('package-lock.json'),
	);
	return files.flatMap((file) => {
		const others = [...project.read(file).matchAll(link)].filter(([, of]) => of !== repository);
		return unless(
			others.length === 0,
			defect(`${file}: links to ${others[0]?.[1] ?? ''}, package.json to ${repository}`),
		);
	});
}

function checkTexts(project: Project): Finding[] {
	return unless(
		!project.read('LICENSE.md').includes(PLACEHOLDERS.holder),
		publisherMust('LICENSE.md: who holds the copyright'),
	);
}

/** What only the publisher can fill in, and what would disagree with it. */
export function checkPublisher(project: Project): Finding[] {
	return [
		...checkAuthor(project),
		...checkRepository(project),
		...checkLinks(project),
		...checkTexts(project),
	];
}
