import { parseArgs } from 'node:util';
import { parseWholeNumber } from '../command/wholeNumber';
import type { PollingMode } from '../n8n/settings';
import { POLLING_MODES } from '../n8n/settings';

/** What was asked for on the command line. */
export interface CrashTestOptions {
	/** How often n8n is killed in each mode. */
	readonly kills: number;
	readonly seed: number;
	readonly modes: readonly PollingMode[];
	readonly afterRestart: AfterRestart;
	readonly help: boolean;
}

/** What the trigger is set to do about its last delivery. */
export type AfterRestart = 'goOn' | 'repeatLast';

const AFTER_RESTART: readonly AfterRestart[] = ['goOn', 'repeatLast'];

export const MODES = POLLING_MODES;

const DEFAULT_KILLS = 12;

export const USAGE = `npm run crash-test [-- options]

  --kills N     how often n8n is killed in each mode (${DEFAULT_KILLS})
  --seed N      of the times at which it is killed (1)
  --mode NAME   only this mode: ${MODES.join(', ')}
  --after-restart NAME   what the trigger is set to: ${AFTER_RESTART.join(', ')} (goOn)`;

/** @throws TypeError for a mode that there is not */
export function parseModes(name: string | undefined): readonly PollingMode[] {
	if (name === undefined) return MODES;
	const mode = MODES.find((known) => known === name);
	if (mode === undefined) throw new TypeError(`--mode takes one of ${MODES.join(', ')}`);
	return [mode];
}

function parseAfterRestart(name: string): AfterRestart {
	const known = AFTER_RESTART.find((one) => one === name);
	if (known !== undefined) return known;
	throw new TypeError(`--after-restart takes one of ${AFTER_RESTART.join(', ')}`);
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
			'after-restart': { type: 'string', default: 'goOn' },
		},
	});
	return {
		kills: parseWholeNumber(values.kills, 'kills'),
		seed: parseWholeNumber(values.seed, 'seed'),
		modes: parseModes(values.mode),
		afterRestart: parseAfterRestart(values['after-restart']),
		help: values.help,
	};
}
