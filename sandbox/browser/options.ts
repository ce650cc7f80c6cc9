import { parseArgs } from 'node:util';

/** What was asked for on the command line. */
export interface BrowserTestOptions {
	/** Whether the pictures in docs/images are replaced. */
	readonly images: boolean;
	/** Part of the names of the tests that are run. */
	readonly only: string;
	readonly help: boolean;
}

export const USAGE = `npm run browser-test [-- options]

  --images      take the pictures in docs/images anew
  --only TEXT   run only the tests whose name has this in it`;

/** Parses the command line. @throws TypeError naming what it doesn't understand */
export function parseOptions(args: readonly string[]): BrowserTestOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			help: { type: 'boolean', default: false },
			images: { type: 'boolean', default: false },
			only: { type: 'string', default: '' },
		},
	});
	return values;
}
