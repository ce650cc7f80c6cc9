import { parseArgs } from 'node:util';
import { openProject } from './project';
import { checkPublisher, checkRelease } from './release';
import { checkTarball, listTarball } from './tarball';

const USAGE = `npm run preflight [-- --unpublished]

  (none)          refuses unless this very checkout may be published; \`npm publish\` calls it so
  --unpublished   what only the publisher can fill in, and what belongs to the day of a release,
                  may be missing: it is only named`;

/** Prints what stands in the way, and gives whether anything does that may not. */
function check(isUnpublished: boolean): boolean {
	const project = openProject();
	const tarball = listTarball();
	const findings = [
		...checkPublisher(project),
		...checkRelease(project, process.env),
		...checkTarball(project, tarball),
	];
	for (const finding of findings) console.log(finding);
	console.log(`${tarball.paths.length} files, ${tarball.unpackedBytes} bytes unpacked`);
	const isStopping = (finding: string) => !isUnpublished || finding.startsWith('wrong: ');
	const stopping = findings.filter(isStopping).length;
	console.log(stopping === 0 ? 'passed' : `NOT to be published: ${stopping} findings`);
	return stopping === 0;
}

const { values } = parseArgs({
	options: { unpublished: { type: 'boolean', default: false }, help: { type: 'boolean' } },
});
if (values.help) console.log(USAGE);
else process.exitCode = check(values.unpublished) ? 0 : 1;
