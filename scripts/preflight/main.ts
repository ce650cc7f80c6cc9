import { openProject } from './project';
import { checkPublisher, checkRelease } from './release';
import { checkTarball, listTarball } from './tarball';

/** With it, what only the publisher can fill in and what belongs to the day of a release is only named. */
const isUnpublished = process.argv.includes('--unpublished');

/** Prints what stands in the way, and gives whether anything does that may not. */
function check(): boolean {
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

process.exitCode = check() ? 0 : 1;
