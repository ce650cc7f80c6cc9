import { parseArgs } from 'node:util';
import { parseWholeNumber } from '../command/wholeNumber';

/** What was asked for on the command line. */
export interface RunOptions {
	readonly once: boolean;
	/** Start from nothing instead of the last demonstration's n8n. */
	readonly fresh: boolean;
	/** The editor's port; another one is taken if it is in use. */
	readonly port: number;
	/** Events in the log from the start. */
	readonly events: number;
	/** Open the page in a browser, where there is one and somebody looks. */
	readonly open: boolean;
	readonly help: boolean;
}

export const USAGE = `npm start [-- options]

  (none)       n8n with the package, the simulated service and the examples, until Ctrl-C
  --once       prove it: deliver a live stream, make a report, print one line of JSON, exit
  --port N     the editor's port (5678)
  --events N   events in the log from the start (20000)
  --no-open    don't open the sandbox's page in the browser
  --fresh      start from nothing: workflows of your own from last time are deleted`;

/** Parses the command line. @throws TypeError naming what it doesn't understand */
export function parseOptions(args: readonly string[]): RunOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			once: { type: 'boolean', default: false },
			fresh: { type: 'boolean', default: false },
			'no-open': { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
			port: { type: 'string', default: '5678' },
			events: { type: 'string', default: '20000' },
		},
	});
	return {
		...values,
		open: !values['no-open'],
		port: parseWholeNumber(values.port, 'port'),
		events: parseWholeNumber(values.events, 'events'),
	};
}
