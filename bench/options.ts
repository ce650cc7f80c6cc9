import { parseArgs } from 'node:util';

export const CASES = ['list', 'skip', 'polls', 'files', 'json', 'load'] as const;
export type CaseName = (typeof CASES)[number];

export interface BenchOptions {
	/** A minute or two: smaller logs, fewer rounds, nothing written. */
	readonly quick: boolean;
	readonly only: readonly CaseName[];
	readonly help: boolean;
}

export const USAGE = `npm run bench [-- options]

  (none)        everything, some 20 minutes; writes bench/results.md
  --quick       smaller logs and fewer rounds, a minute or two; writes nothing
  --only NAMES  some of ${CASES.join(', ')}, separated by commas; writes nothing`;

function isCase(name: string): name is CaseName {
	return CASES.some((known) => known === name);
}

/** Reads the command line. @throws TypeError naming what it doesn't understand */
export function readOptions(args: readonly string[]): BenchOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			quick: { type: 'boolean', default: false },
			only: { type: 'string', default: CASES.join(',') },
			help: { type: 'boolean', default: false },
		},
	});
	const names = values.only.split(',');
	const unknown = names.find((name) => !isCase(name));
	if (unknown !== undefined) throw new TypeError(`There is no case "${unknown}"`);
	return { quick: values.quick, help: values.help, only: names.filter(isCase) };
}
