import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Finding, FindingKind } from './finding';
import { openProject } from './project';
import { checkPublisher } from './publisher';
import { checkRelease } from './release';
import { checkTarball, listTarball } from './tarball';

const USAGE = `npm run preflight [-- --unpublished]

  (none)          refuses unless this very checkout may be published; \`npm publish\` calls it so
  --unpublished   what only the publisher can fill in, and what belongs to the day of a release,
                  may be missing: it is only named`;

const HEADINGS: Readonly<Record<FindingKind, string>> = {
	publisher: 'Only the publisher can fill in',
	release: 'For this to be a release',
	defect: 'Wrong',
};

function report(findings: readonly Finding[]): void {
	for (const [kind, heading] of Object.entries(HEADINGS)) {
		const texts = findings.filter((finding) => finding.kind === kind).map(({ text }) => text);
		if (texts.length > 0)
			console.log(`${heading}:\n${texts.map((text) => `  - ${text}\n`).join('')}`);
	}
}

/** Prints what stands in the way, and gives whether anything does that may not. */
function check(isUnpublished: boolean): boolean {
	const project = openProject(join(__dirname, '../..'));
	const tarball = listTarball(project.root);
	const findings = [
		...checkPublisher(project),
		...checkRelease(project, process.env),
		...checkTarball(project, tarball),
	];
	report(findings);
	const { files, bytes, unpackedBytes } = tarball;
	const { name, version } = project.manifest;
	console.log(
		`${name} ${version}: ${files.length} files, ${bytes} bytes, ${unpackedBytes} unpacked`,
	);
	const stopping = isUnpublished ? findings.filter(({ kind }) => kind === 'defect') : findings;
	console.log(
		stopping.length === 0 ? 'passed' : `NOT to be published: ${stopping.length} findings`,
	);
	return stopping.length === 0;
}

const { values } = parseArgs({
	options: { unpublished: { type: 'boolean', default: false }, help: { type: 'boolean' } },
});
if (values.help) console.log(USAGE);
else process.exitCode = check(values.unpublished) ? 0 : 1;
