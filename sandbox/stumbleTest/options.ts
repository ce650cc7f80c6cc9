import { parseArgs } from 'node:util';
import { MODES, parseModes } from '../crashTest/options';
import type { PollingMode } from '../n8n/settings';

/** What was asked for on the command line. */
export interface StumbleTestOptions {
	readonly modes: readonly PollingMode[];
	readonly help: boolean;
}

export const USAGE = `npm run stumble-test [-- options]

  --mode NAME   only this mode: ${MODES.join(', ')}`;

/** Parses the command line. @throws TypeError naming what it doesn't understand */
export function parseOptions(args: readonly string[]): StumbleTestOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			help: { type: 'boolean', default: false },
			mode: { type: 'string' },
		},
	});
	return { modes: parseModes(values.mode), help: values.help };
}
