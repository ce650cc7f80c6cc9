import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { version as coreVersion } from 'n8n-core/package.json';
import { format } from 'prettier';
import { completeInstallation } from '../sandbox/n8n/installation';
import { Bench } from './bench';
import { measureFiles } from './figures/files';
import { measurePolls } from './figures/polls';
import { measureReading } from './figures/reading';
import { makeCertificates } from './network';
import { copyPackage } from './product';
import { figure } from './report';

/** Everything that is measured, in the report's order. */
const CASES = [measureReading, measurePolls, measureFiles];

/**
 * The whole of `npm run bench`, some 15 minutes; writes bench/results.md. With `--quick` smaller logs and fewer
 * rounds, a few minutes; writes nothing. Ends with status 1 where a figure that is held is exceeded.
 */
export async function main(args: readonly string[]): Promise<void> {
	const { values } = parseArgs({
		args: [...args],
		options: { quick: { type: 'boolean', default: false } },
	});
	copyPackage();
	makeCertificates();
	const { nodePath, version } = await completeInstallation();
	const bench = new Bench(nodePath);
	for (const measure of CASES) await measure(bench, values.quick);
	await bench.stopServices();
	const node = execFileSync(nodePath, ['--version'], { encoding: 'utf8' }).trim();
	const markdown = `# Benchmarks

Written by \`npm run bench\`; the end of this page says how it measures. Only ratios mean anything: times depend on the machine and on the simulated service.

- ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${figure(totalmem() / 1e9)} GB of memory
- Node ${node} for the service and all contestants
- n8n-core ${coreVersion}, the HTTP Request node of n8n ${version}

${bench.report.toMarkdown()}`;
	const report = await format(markdown, { parser: 'markdown' });
	console.log(report);
	if (!bench.report.isHeld) process.exitCode = 1;
	if (values.quick) return;
	const explanations = readFileSync(join(__dirname, 'explanations.md'), 'utf8');
	writeFileSync(join(__dirname, 'results.md'), `${report}\n${explanations}`);
}
