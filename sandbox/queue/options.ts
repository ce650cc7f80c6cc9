import { parseArgs } from 'node:util';
import { parseWholeNumber } from '../command/wholeNumber';
import { FAULTS } from './faultPlan';
import type { QueueMode } from './modes';
import { QUEUE_MODES } from './modes';

/** What was asked for on the command line. */
export interface QueueOptions {
	readonly once: boolean;
	/** How often something is killed or restarted in each mode. */
	readonly kills: number;
	/** When that happens, and how long it stays down. */
	readonly seed: number;
	readonly modes: readonly QueueMode[];
	/** The editor's port; another one is taken if it is in use. */
	readonly port: number;
	readonly help: boolean;
}

const NAMES = QUEUE_MODES.map(({ mode }) => mode).join(', ');

export const USAGE = `npm run sandbox:queue [-- options]

  (none)       n8n in queue mode with the package and the simulated service, until Ctrl-C
  --once       prove it: kill and restart things while events stream, a line of JSON for each mode
  --mode NAME  only this mode: ${NAMES} (without --once: the first)
  --kills N    kills and restarts in each mode (${FAULTS.length}: each kind once)
  --seed N     of their times (1)
  --port N     without --once: the editor's port (5678)`;

function parseModes(name: string | undefined): readonly QueueMode[] {
	if (name === undefined) return QUEUE_MODES;
	const known = QUEUE_MODES.find(({ mode }) => mode === name);
	if (known === undefined) throw new TypeError(`--mode takes one of ${NAMES}`);
	return [known];
}

/** Parses the command line. @throws TypeError naming what it doesn't understand */
export function parseOptions(args: readonly string[]): QueueOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			once: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
			kills: { type: 'string', default: String(FAULTS.length) },
			seed: { type: 'string', default: '1' },
			mode: { type: 'string' },
			port: { type: 'string', default: '5678' },
		},
	});
	return {
		once: values.once,
		kills: parseWholeNumber(values.kills, 'kills'),
		seed: parseWholeNumber(values.seed, 'seed'),
		modes: parseModes(values.mode),
		port: parseWholeNumber(values.port, 'port'),
		help: values.help,
	};
}
