import { parserOf } from '../command/options';
import { POLLING_MODES } from '../n8n/settings';

export const USAGE = `npm run stumble-test [-- options]

  --mode NAME   only this mode: ${POLLING_MODES.join(', ')}`;

export const parseOptions = parserOf((given) => ({ modes: given.allOrOne('mode', POLLING_MODES) }));

/** What was asked for on the command line. */
export type StumbleTestOptions = ReturnType<typeof parseOptions>;
