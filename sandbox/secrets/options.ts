import { parserOf } from '../command/options';

export const USAGE = `npm run secrets-test [-- options]

  --keep   n8n's folder stays to be looked at, also when nothing was found`;

export const parseOptions = parserOf((given) => ({ keep: given.flag('keep') }));

/** What was asked for on the command line. */
export type SecretsTestOptions = ReturnType<typeof parseOptions>;
