import { parserOf } from '../../command/options';

export const USAGE = `npm run ten-minutes [-- options]

  (none)     from an empty n8n to the first message, in the browser, with a stopwatch
  --page     write the steps and their times into docs/first-alert.md`;

export const parseOptions = parserOf((given) => ({ page: given.flag('page') }));

/** What was asked for on the command line. */
export type TenMinutesOptions = ReturnType<typeof parseOptions>;
