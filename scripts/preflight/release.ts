import { isJsonObject } from '../../sandbox/jsonGuards';
import { checkChangelog, readChangelog } from './changelog';
import type { Finding } from './finding';
import { defect, releaseNeeds, unless } from './finding';
import type { Project } from './project';

/** Of semver.org, without build metadata, which npm ignores. */
const SEMANTIC_VERSION =
	/^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

function lockedVersion(project: Project): unknown {
	const lock: unknown = JSON.parse(project.read('package-lock.json'));
	return isJsonObject(lock) ? lock.version : undefined;
}

function checkVersion(project: Project): Finding[] {
	const { version } = project.manifest;
	return [
		...unless(
			SEMANTIC_VERSION.test(version),
			defect(`package.json, version: “${version}” is no semantic version`),
		),
		...unless(
			lockedVersion(project) === version,
			defect('package-lock.json has another version than package.json: run npm install'),
		),
	];
}

function checkChanges(project: Project): Finding[] {
	const { version } = project.manifest;
	const text = project.read('CHANGELOG.md');
	const [unreleased, newest] = readChangelog(text);
	return [
		...checkChangelog(text),
		...unless(
			newest?.version === version,
			releaseNeeds(`CHANGELOG.md: no “## [${version}] - YYYY-MM-DD” under [Unreleased]`),
		),
		...unless(
			unreleased?.entries === 0,
			releaseNeeds(`CHANGELOG.md: what stands under [Unreleased] belongs under [${version}]`),
		),
	];
}

function checkGit(project: Project, environment: NodeJS.ProcessEnv): Finding[] {
	const tag = `v${project.manifest.version}`;
	const tags = project.git('tag', '--points-at', 'HEAD').split('\n');
	const isTagged = tags.includes(tag) || environment.GITHUB_REF === `refs/tags/${tag}`;
	const changed = project.git('status', '--porcelain');
	return [
		...unless(isTagged, releaseNeeds(`git: this commit has no tag ${tag}`)),
		...unless(changed === '', releaseNeeds(`git: not everything is committed:\n${changed}`)),
	];
}

/** npm runs no script of ours here, the preflight included, but refuses a provenance it can't have. */
function checkSafeguard({ manifest }: Project): Finding[] {
	const { publishConfig } = manifest.all;
	return unless(
		isJsonObject(publishConfig) && publishConfig.provenance === true,
		defect('package.json, publishConfig.provenance: not true, so that npm would publish by hand'),
	);
}

/** GitHub gives this to jobs that may ask for a token that names the workflow. */
const IDENTITY = 'ACTIONS_ID_TOKEN_REQUEST_URL';

function checkPlace(environment: NodeJS.ProcessEnv): Finding[] {
	return unless(
		environment.GITHUB_ACTIONS === 'true' && environment[IDENTITY] !== undefined,
		releaseNeeds(
			'this is not the workflow that publishes: push the tag; n8n verifies only packages with ' +
				'the provenance that it signs',
		),
	);
}

/** Whether version, changelog, tag and place agree that this is a release. */
export function checkRelease(project: Project, environment: NodeJS.ProcessEnv): Finding[] {
	return [
		...checkVersion(project),
		...checkChanges(project),
		...checkGit(project, environment),
		...checkSafeguard(project),
		...checkPlace(environment),
	];
}
