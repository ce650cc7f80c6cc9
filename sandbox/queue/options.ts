import { parserOf } from '../command/options';
import { FAULTS } from './faultPlan';
import { QUEUE_MODES } from './modes';

const NAMES = QUEUE_MODES.map(({ mode }) => mode);

export const USAGE = `npm run sandbox:queue [-- options]

  (none)       n8n in queue mode with the package and the simulated service, until Ctrl-C
  --once       prove it: kill and restart things while events stream, a line of JSON for each mode
  --mode NAME  only this mode: ${NAMES.join(', ')} (without --once: the first)
  --kills N    kills and restarts in each mode (${FAULTS.length}: each kind once)
  --seed N     of their times (1)
  --port N     without --once: the editor's port (5678)`;

export const parseOptions = parserOf((given) => {
	const names = given.allOrOne('mode', NAMES);
	return {
		once: given.flag('once'),
		kills: given.wholeNumber('kills', FAULTS.length),
		seed: given.wholeNumber('seed', 1),
		modes: QUEUE_MODES.filter(({ mode }) => names.includes(mode)),
		port: given.wholeNumber('port', 5678),
	};
});

/** What was asked for on the command line. */
export type QueueOptions = ReturnType<typeof parseOptions>;
