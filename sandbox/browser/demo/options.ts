import { parserOf } from '../../command/options';
import { encodingOf } from './screencast';

export const USAGE = `npm run demo -- --record FILE

  --record FILE   film the way from an empty n8n to the first message; FILE ends with .webm or .mp4`;

const parse = parserOf((given) => ({ record: given.text('record') }));

/** What was asked for on the command line. */
export type DemoOptions = ReturnType<typeof parse>;

/** @throws TypeError naming what it doesn't understand, or misses */
export function parseOptions(args: readonly string[]): DemoOptions {
	const options = parse(args);
	if (!options.help) encodingOf(options.record);
	return options;
}
