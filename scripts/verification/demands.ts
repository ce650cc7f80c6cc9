import { execFileSync } from 'node:child_process';
import { isJsonObject } from '../../sandbox/jsonGuards';
import type { Finding } from '../preflight/finding';
import type { Project } from '../preflight/project';
import { checkPublisher } from '../preflight/publisher';
import { checkTarball, type Tarball } from '../preflight/tarball';
import { type Demand, type Outcome, met, nothingWrong, publisher } from './demand';
import { type EditorTexts, readEditorTexts } from './editorTexts';

/** What an item of n8n's guidelines is checked against. */
interface Material {
	readonly project: Project;
	readonly tarball: Tarball;
	readonly nodes: readonly EditorTexts[];
	readonly credentials: readonly EditorTexts[];
}

const FORBIDDEN_SCRIPTS = ['prepare', 'preinstall', 'install', 'postinstall', 'prepublish'];
/** Letters that English isn't written with. Names of places and people in examples may have marks. */
const FOREIGN_WORD = /(?!\p{Script=Latin})\p{L}{2,}/u;

function keysOf(value: unknown): string[] {
	return isJsonObject(value) ? Object.keys(value) : [];
}

/** Runs a command of this checkout's own; what it prints is seen. */
function succeeds(project: Project, ...args: readonly string[]): Outcome {
	try {
		execFileSync(process.execPath, [...args], { cwd: project.root, stdio: 'inherit' });
		return met(true);
	} catch {
		return met(false, `node ${args.join(' ')} failed`);
	}
}

function textsOf(findings: readonly Finding[], kind: Finding['kind']): string[] {
	return findings.filter((finding) => finding.kind === kind).map(({ text }) => text);
}

/** What a reader looks for first. Chapters may be pages of their own, but the README leads there. */
const IN_README = [
	/\binstall/i,
	/credential/i,
	/refresh token/i,
	/\bList\b/,
	/trigger/i,
	/examples/i,
];

function readmeLacks(project: Project): string[] {
	const readme = project.read('README.md');
	return IN_README.filter((word) => !word.test(readme)).map(String);
}

function packageDemands({ project, tarball }: Material): Demand[] {
	const { manifest } = project;
	const chapter = 'The package';
	const findings = checkPublisher(project);
	return [
		{
			chapter,
			text: 'Its name begins with n8n-nodes-',
			check: () => met(/^(?:@[\w-]+\/)?n8n-nodes-[a-z0-9-]+$/.test(manifest.name)),
		},
		{
			chapter,
			text: 'Its keywords say that it is a community node package',
			check: () => met(manifest.keywords.includes('n8n-community-node-package')),
		},
		{
			chapter,
			text: 'Its nodes and credentials are named under n8n, and are in the tarball',
			check: () => {
				const packed = tarball.files.map(({ path }) => path);
				const named = [...manifest.nodes, ...manifest.credentials];
				return nothingWrong(named.filter((path) => !packed.includes(path)));
			},
		},
		{
			chapter,
			text: 'It has no dependencies, no overrides, and n8n-workflow as its one peer',
			check: () => {
				const { dependencies, optionalDependencies, overrides, peerDependencies } = manifest.all;
				const others = [...keysOf(dependencies), ...keysOf(optionalDependencies)];
				const isFree = others.length === 0 && overrides === undefined;
				return met(isFree && keysOf(peerDependencies).join() === 'n8n-workflow', others.join());
			},
		},
		{
			chapter,
			text: 'It runs nothing when it is installed',
			check: () => {
				const scripts = keysOf(manifest.all.scripts);
				return nothingWrong(FORBIDDEN_SCRIPTS.filter((name) => scripts.includes(name)));
			},
		},
		{
			chapter,
			text: 'Its license is MIT, also that of everything in the tarball',
			check: () => nothingWrong(textsOf(checkTarball(project, tarball), 'defect')),
		},
		{
			chapter,
			text: "It is made with n8n's own tool, in strict mode",
			check: () => {
				const { n8n, devDependencies } = manifest.all;
				const isStrict = isJsonObject(n8n) && n8n.strict === true;
				return met(isStrict && keysOf(devDependencies).includes('@n8n/node-cli'));
			},
		},
		{
			chapter,
			text: 'Author and repository are those of the publisher, and agree everywhere',
			check: () => {
				const open = textsOf(findings, 'publisher');
				const wrong = textsOf(findings, 'defect');
				return wrong.length === 0 && open.length > 0
					? publisher(open.join('; '))
					: nothingWrong(wrong);
			},
		},
	];
}

function sourceDemands({ project }: Material): Demand[] {
	const chapter = 'Where it comes from';
	return [
		{
			chapter,
			text: 'It is published by a GitHub workflow, with provenance',
			check: () => {
				const workflow = project.read('.github/workflows/publish.yml');
				return met(/npm publish --provenance/.test(workflow) && /id-token: write/.test(workflow));
			},
		},
		{
			chapter,
			text: 'The repository is public, and npm links to it',
			check: () => publisher('make it public before the tag is pushed, and follow the link once'),
		},
		{
			chapter,
			text: 'The maintainer on npm is the owner of the repository',
			check: () => publisher('compare the two accounts'),
		},
		{
			chapter,
			text: 'npm trusts the workflow',
			check: () => publisher('name publish.yml and the environment npm as trusted publisher'),
		},
	];
}

function codeDemands({ project }: Material): Demand[] {
	const chapter = 'The code';
	return [
		{
			chapter,
			text: 'It is written in TypeScript',
			check: () => {
				const shipped = project.files.filter((file) => /^(?:nodes|credentials)\//.test(file));
				return nothingWrong(shipped.filter((file) => !/\.(?:ts|json)$/.test(file)));
			},
		},
		{
			chapter,
			text: "n8n's linter passes; it forbids the file system, the environment and foreign modules",
			check: () => succeeds(project, 'scripts/lint.mjs', "n8n's linter"),
		},
		{
			chapter,
			text: "n8n's scanner passes, over the sources and over the tarball",
			check: () => succeeds(project, 'scripts/packageScan/scan.mjs'),
		},
		{
			chapter,
			text: "n8n's own build makes the same package",
			check: () => succeeds(project, 'scripts/officialBuild.mjs'),
		},
	];
}

function textDemands({ project, nodes, credentials }: Material): Demand[] {
	const all = [...nodes, ...credentials];
	const fields = all.flatMap((texts) => texts.fields);
	const chapter = 'What people read';
	return [
		{
			chapter,
			text: 'Nodes, credential and README are in English only',
			check: () => {
				const lines = [
					...all.flatMap((texts) => texts.all),
					...project.read('README.md').split('\n'),
				];
				return nothingWrong(lines.filter((line) => FOREIGN_WORD.test(line)));
			},
		},
		{
			chapter,
			text: 'The README says how to install, to sign in and to use it, with examples',
			check: () => nothingWrong(readmeLacks(project)),
		},
		{
			chapter,
			text: 'Example workflows are there to import',
			check: () => met(project.files.some((file) => /^examples\/[\w-]+\.json$/.test(file))),
		},
		{
			chapter,
			text: 'Switches are described with “Whether to …”',
			check: () => {
				const switches = fields.filter(({ type }) => type === 'boolean');
				const others = switches.filter(({ description }) => !/^Whether\b/.test(description));
				return met(
					switches.length > 0 && others.length === 0,
					others.map(({ name }) => name).join(),
				);
			},
		},
		{
			chapter,
			text: 'Placeholders begin with “e.g.”',
			check: () => {
				const others = fields.filter(({ placeholder }) => !/^(?:e\.g\. |Add |$)/.test(placeholder));
				return nothingWrong(others.map(({ name, placeholder }) => `${name}: ${placeholder}`));
			},
		},
		{
			chapter,
			text: 'Names of fields are in Title Case',
			check: () => {
				const small = /^(?:a|an|and|at|by|for|if|in|of|on|or|per|the|to|with)$/;
				const isTitle = (name: string) =>
					name.split(/[\s-]+/).every((word) => !/^[a-z]/.test(word) || small.test(word));
				const labels = fields.filter(({ type }) => type !== 'notice');
				const others = labels.filter(({ displayName }) => !isTitle(displayName));
				return nothingWrong(others.map(({ displayName }) => displayName));
			},
		},
		{
			chapter,
			text: 'Secrets are password fields',
			check: () => {
				const secret = /token|key|secret|password/i;
				const secrets = credentials
					.flatMap((texts) => texts.fields)
					.filter(({ name, type }) => secret.test(name) && type !== 'options');
				const open = secrets.filter(({ isPassword }) => !isPassword);
				return met(secrets.length > 0 && open.length === 0, open.map(({ name }) => name).join());
			},
		},
	];
}

function judgementDemands({ project }: Material): Demand[] {
	const chapter = 'What n8n judges';
	return [
		{
			chapter,
			text: 'It is for one service, with a trigger for the same',
			check: () => {
				const { nodes, credentials } = project.manifest;
				const hasTrigger = nodes.some((file) => file.endsWith('Trigger.node.js'));
				return met(hasTrigger && credentials.length === 1, [...nodes, ...credentials].join());
			},
		},
		{
			chapter,
			text: 'n8n has no such node, it is no flow control, and competes with nothing that n8n sells',
			check: () => publisher('look whether n8n has got a node for this service since'),
		},
		{
			chapter,
			text: 'It is submitted through the creator portal',
			check: () => publisher('docs/release.md says when'),
		},
	];
}

/** All that n8n's guidelines for verified nodes ask for. The package must have been built. */
export function demandsOn(project: Project, tarball: Tarball): Demand[] {
	const { nodes, credentials } = project.manifest;
	const read = (file: string) => readEditorTexts(project.root, file);
	const material: Material = {
		project,
		tarball,
		nodes: nodes.map(read),
		credentials: credentials.map(read),
	};
	return [
		...packageDemands(material),
		...sourceDemands(material),
		...codeDemands(material),
		...textDemands(material),
		...judgementDemands(material),
	];
}
