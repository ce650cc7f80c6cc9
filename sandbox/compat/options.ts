import { parseArgs } from 'node:util';
import { parseModes } from '../crashTest/options';
import type { PollingMode } from '../n8n/settings';
import { POLLING_MODES } from '../n8n/settings';

/** What was asked for on the command line. */
export interface CompatOptions {
	/** Only releases whose version begins so. */
	readonly only?: string;
	/** Only these polling modes, where a release has them. */
	readonly modes: readonly PollingMode[];
	/** Instead of the pinned releases, those that are the newest today. */
	readonly newest: boolean;
	/** Only n8n-core and n8n-workflow of each release. */
	readonly core: boolean;
	readonly help: boolean;
}

export const USAGE = `npm run compat [-- options]

  (none)           the package in each pinned release of n8n, in each of its polling modes; writes the table
                   into docs/compatibility.md. Some 40 minutes, 9 GB of disk under sandbox/.compat
  --only VERSION   only the releases whose version begins so, e.g. 2.8; writes nothing
  --mode NAME      only this polling mode: ${POLLING_MODES.join(', ')}; writes nothing
  --core           only n8n-core and n8n-workflow of each release, without its server: a minute; writes nothing
  --newest         the releases that are the newest today instead of the pinned ones; writes nothing`;

/** Parses the command line. @throws TypeError naming what it doesn't understand */
export function parseOptions(args: readonly string[]): CompatOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			only: { type: 'string' },
			mode: { type: 'string' },
			newest: { type: 'boolean', default: false },
			core: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	return { ...values, modes: parseModes(values.mode) };
}

/** Whether a run covers all that the table in the documentation holds. */
export function isWhole({ only, modes, newest, core }: CompatOptions): boolean {
	return only === undefined && modes === POLLING_MODES && !newest && !core;
}
