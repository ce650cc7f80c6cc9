import { parseArgs } from 'node:util';

/** What was asked for on the command line. */
export interface SecretsTestOptions {
	/** Whether n8n's folder stays, also when nothing was found. */
	readonly keep: boolean;
	readonly help: boolean;
}

export const USAGE = `npm run secrets-test [-- options]

  --keep   n8n's folder stays to be looked at, also when nothing was found`;

/** Parses the command line. @throws TypeError naming what it doesn't understand */
export function parseOptions(args: readonly string[]): SecretsTestOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			help: { type: 'boolean', default: false },
			keep: { type: 'boolean', default: false },
		},
	});
	return values;
}
