import { parseArgs } from 'node:util';

/** What was asked for on the command line. */
export interface TenMinutesOptions {
	/** Whether the steps and their times are written into docs/first-alert.md. */
	readonly page: boolean;
	readonly help: boolean;
}

export const USAGE = `npm run ten-minutes [-- options]

  (none)     from an empty n8n to the first message, in the browser, with a stopwatch
  --page     write the steps and their times into docs/first-alert.md`;

/** Parses the command line. @throws TypeError naming what it doesn't understand */
export function parseOptions(args: readonly string[]): TenMinutesOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			help: { type: 'boolean', default: false },
			page: { type: 'boolean', default: false },
		},
	});
	return values;
}
