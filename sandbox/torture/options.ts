import { parseArgs } from 'node:util';
import type { PollingMode } from '../n8n/settings';

/** What was asked for on the command line. */
export interface TortureOptions {
	/** How often n8n is killed in each mode. */
	readonly kills: number;
	readonly seed: number;
	readonly modes: readonly PollingMode[];
	/** After so many minutes the run is given up. */
	readonly limitMinutes: number;
	/** Keep n8n's folders also where nothing was wrong. */
	readonly keep: boolean;
	readonly help: boolean;
}

export const MODES: readonly PollingMode[] = ['inMemory', 'durableScheduler', 'durableCursors'];

const DEFAULT_KILLS = 12;
const MINUTES_BESIDE_KILLS = 12;
const MINUTES_PER_KILL = 3;

export const USAGE = `npm run torture [-- options]

  --kills N     how often n8n is killed in each mode (${DEFAULT_KILLS})
  --seed N      when and how (1)
  --mode NAME   only this mode: ${MODES.join(', ')}
  --minutes N   give up after so many minutes (${MINUTES_BESIDE_KILLS}, and ${MINUTES_PER_KILL} for each kill)
  --keep        keep the folders of n8n`;

function toWholeNumber(text: string, name: string): number {
	const value = Number(text);
	if (Number.isInteger(value) && value >= 0) return value;
	throw new TypeError(`--${name} takes a whole number, not "${text}"`);
}

function toModes(name: string | undefined): readonly PollingMode[] {
	if (name === undefined) return MODES;
	const mode = MODES.find((known) => known === name);
	if (mode === undefined) throw new TypeError(`--mode takes one of ${MODES.join(', ')}`);
	return [mode];
}

/** Reads the command line. @throws TypeError naming what it doesn't understand */
export function readOptions(args: readonly string[]): TortureOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			help: { type: 'boolean', default: false },
			keep: { type: 'boolean', default: false },
			kills: { type: 'string', default: String(DEFAULT_KILLS) },
			minutes: { type: 'string' },
			mode: { type: 'string' },
			seed: { type: 'string', default: '1' },
		},
	});
	const kills = toWholeNumber(values.kills, 'kills');
	return {
		kills,
		seed: toWholeNumber(values.seed, 'seed'),
		modes: toModes(values.mode),
		limitMinutes:
			values.minutes === undefined
				? MINUTES_BESIDE_KILLS + MINUTES_PER_KILL * kills
				: toWholeNumber(values.minutes, 'minutes'),
		keep: values.keep,
		help: values.help,
	};
}
