import { parserOf } from '../command/options';

export const USAGE = `npm run browser-test [-- options]

  --images      take the pictures in docs/images anew
  --only TEXT   run only the tests whose name has this in it`;

export const parseOptions = parserOf((given) => ({
	images: given.flag('images'),
	only: given.text('only'),
}));

/** What was asked for on the command line. */
export type BrowserTestOptions = ReturnType<typeof parseOptions>;
