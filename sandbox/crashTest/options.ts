import { parseArgs } from 'node:util';
import { parseWholeNumber } from '../command/wholeNumber';
import type { PollingMode } from '../n8n/settings';

/** What was asked for on the command line. */
export interface CrashTestOptions {
	/** How often n8n is killed in each mode. */
	readonly kills: number;
	readonly seed: number;
	readonly modes: readonly PollingMode[];
	readonly help: boolean;
}

export const MODES: readonly PollingMode[] = ['inMemory', 'durableScheduler', 'durableCursors'];

const DEFAULT_KILLS = 12;

export const USAGE = `npm run crash-test [-- options]

  --kills N     how often n8n is killed in each mode (${DEFAULT_KILLS})
  --seed N      of the times at which it is killed (1)
  --mode NAME   only this mode: ${MODES.join(', ')}`;

function parseModes(name: string | undefined): readonly PollingMode[] {
	if (name === undefined) return MODES;
	const mode = MODES.find((known) => known === name);
	if (mode === undefined) throw new TypeError(`--mode takes one of ${MODES.join(', ')}`);
	return [mode];
}

/** Parses the command line. @throws TypeError naming what it doesn't understand */
export function parseOptions(args: readonly string[]): CrashTestOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			help: { type: 'boolean', default: false },
			kills: { type: 'string', default: String(DEFAULT_KILLS) },
			mode: { type: 'string' },
			seed: { type: 'string', default: '1' },
		},
	});
	return {
		kills: parseWholeNumber(values.kills, 'kills'),
		seed: parseWholeNumber(values.seed, 'seed'),
		modes: parseModes(values.mode),
		help: values.help,
	};
}
