import { parserOf } from '../command/options';
import { POLLING_MODES } from '../n8n/settings';

/** What the trigger is set to do about its last delivery. */
export type AfterRestart = 'goOn' | 'repeatLast';

const AFTER_RESTART: readonly AfterRestart[] = ['goOn', 'repeatLast'];
const DEFAULT_KILLS = 12;

export const USAGE = `npm run crash-test [-- options]

  --kills N     how often n8n is killed in each mode (${DEFAULT_KILLS})
  --seed N      of the times at which it is killed (1)
  --mode NAME   only this mode: ${POLLING_MODES.join(', ')}
  --after-restart NAME   what the trigger is set to: ${AFTER_RESTART.join(', ')} (goOn)`;

export const parseOptions = parserOf((given) => ({
	kills: given.wholeNumber('kills', DEFAULT_KILLS),
	seed: given.wholeNumber('seed', 1),
	modes: given.allOrOne('mode', POLLING_MODES),
	afterRestart: given.oneOf('after-restart', AFTER_RESTART, 'goOn'),
}));

/** What was asked for on the command line. */
export type CrashTestOptions = ReturnType<typeof parseOptions>;
