import { parserOf } from '../command/options';
import { POLLING_MODES } from '../n8n/settings';

export const USAGE = `npm run compat [-- options]

  (none)           the package in each pinned release of n8n, in each of its polling modes; writes the table
                   into docs/compatibility.md. Some 40 minutes, 9 GB of disk under sandbox/.compat
  --only VERSION   only the releases whose version begins so, e.g. 2.8; writes nothing
  --mode NAME      only this polling mode: ${POLLING_MODES.join(', ')}; writes nothing
  --core           only n8n-core and n8n-workflow of each release, without its server: a minute; writes nothing
  --newest         the releases that are the newest today instead of the pinned ones; writes nothing`;

export const parseOptions = parserOf((given) => ({
	only: given.text('only'),
	modes: given.allOrOne('mode', POLLING_MODES),
	newest: given.flag('newest'),
	core: given.flag('core'),
}));

/** What was asked for on the command line. */
export type CompatOptions = ReturnType<typeof parseOptions>;

/** Whether a run covers all that the table in the documentation holds. */
export function isWhole({ only, modes, newest, core }: CompatOptions): boolean {
	return only === '' && modes === POLLING_MODES && !newest && !core;
}
