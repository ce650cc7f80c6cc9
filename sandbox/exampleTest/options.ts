import { parseArgs } from 'node:util';

export const USAGE = `npm run example-test

  Runs every example in a real n8n and compares what it sends, word for word.`;

/** Parses the command line. @throws TypeError naming what it doesn't understand */
export function parseOptions(args: readonly string[]): { readonly help: boolean } {
	const { values } = parseArgs({
		args: [...args],
		options: { help: { type: 'boolean', default: false } },
	});
	return values;
}
