import { parseArgs } from 'node:util';
import { encodingOf } from './screencast';

/** What was asked for on the command line. */
export interface DemoOptions {
	/** The video that is written. */
	readonly record: string;
	readonly help: boolean;
}

export const USAGE = `npm run demo -- --record FILE

  --record FILE   film the way from an empty n8n to the first message; FILE ends with .webm or .mp4`;

/** Parses the command line. @throws TypeError naming what it doesn't understand, or misses */
export function parseOptions(args: readonly string[]): DemoOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			help: { type: 'boolean', default: false },
			record: { type: 'string', default: '' },
		},
	});
	if (!values.help) encodingOf(values.record);
	return values;
}
