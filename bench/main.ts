import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { version as coreVersion } from 'n8n-core/package.json';
import { format } from 'prettier';
import { completeInstallation } from '../sandbox/n8n/installation';
import { Bench } from './bench';
import { CASES } from './cases';
import { copyPackage } from './product';

const NAMES = Object.keys(CASES);

const USAGE = `npm run bench [-- options]

  (none)        everything, some 20 minutes; writes bench/results.md
  --quick       smaller logs and fewer rounds, a minute or two; writes nothing
  --only NAMES  some of ${NAMES.join(', ')}, separated by commas; writes nothing`;

type Installation = Awaited<ReturnType<typeof completeInstallation>>;

function introduction({ nodePath, version }: Installation): string {
	const cores = cpus();
	const node = execFileSync(nodePath, ['--version'], { encoding: 'utf8' }).trim();
	const memory = Math.round(totalmem() / 1e9);
	return `# Benchmarks

Written by \`npm run bench\`: everything in one run, each contestant and the simulated service in a process of its own, contestants taking turns in an order that changes from round to round. What was read is compared with the log, id by id; a run in which anything is missing fails. Only ratios mean anything: times are of the machine and of the simulated service.

- ${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'}), ${memory} GB of memory
- Node ${node} for the service and all contestants
- n8n-core ${coreVersion}, the HTTP Request node of n8n ${version}

The bare loop walks by time on one kept-alive connection and keeps what \`JSON.parse\` gives. The plain loop does so in four time slices at once, on four kept-alive connections, is told when the log begins and ends, and makes an item of each event. HTTP Request is n8n's own node with its pagination (\`skip\`), in the same kind of context as this package's nodes.`;
}

async function run(quick: boolean, only: readonly string[]): Promise<void> {
	const unknown = only.find((name) => !NAMES.includes(name));
	if (unknown !== undefined) throw new TypeError(`There is no case "${unknown}"\n\n${USAGE}`);
	copyPackage();
	const installation = await completeInstallation();
	const bench = new Bench(installation.nodePath);
	try {
		for (const [name, measure] of Object.entries(CASES)) {
			if (only.includes(name)) await measure(bench, quick);
		}
	} finally {
		await bench.stop();
	}
	const markdown = `${introduction(installation)}\n\n${bench.report.toMarkdown()}`;
	const report = await format(markdown, { parser: 'markdown' });
	console.log(report);
	if (quick || only.length < NAMES.length) return;
	// Why a figure can't be reached is written by hand.
	const explanations = readFileSync(join(__dirname, 'explanations.md'), 'utf8');
	writeFileSync(join(__dirname, 'results.md'), `${report}\n${explanations}`);
}

/** The whole of `npm run bench`. */
export async function main(args: readonly string[]): Promise<void> {
	const { values } = parseArgs({
		args: [...args],
		options: {
			quick: { type: 'boolean', default: false },
			only: { type: 'string', default: NAMES.join(',') },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return console.log(USAGE);
	await run(values.quick, values.only.split(',')).catch((error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	});
}
