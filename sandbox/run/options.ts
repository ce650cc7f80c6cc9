import { parseArgs } from 'node:util';

/** What was asked for on the command line. */
export interface RunOptions {
	readonly once: boolean;
	/** Start from nothing instead of the last demonstration's n8n. */
	readonly fresh: boolean;
	/** The editor's port; another one is taken if it is in use. */
	readonly port: number;
	/** Events in the log from the start. */
	readonly events: number;
	readonly help: boolean;
}

export const USAGE = `npm start [-- options]

  (none)       n8n with the package, the simulated service and the examples, until Ctrl-C
  --once       prove it: deliver a live stream, make a report, print one line of JSON, end
  --port N     the editor's port (5678)
  --events N   events in the log from the start (20000)
  --fresh      start from nothing: your own workflows of the last time are gone`;

function toWholeNumber(text: string, name: string): number {
	const value = Number(text);
	if (Number.isInteger(value) && value >= 0) return value;
	throw new TypeError(`--${name} takes a whole number, not "${text}"`);
}

/** Reads the command line. @throws TypeError naming what it doesn't understand */
export function readOptions(args: readonly string[]): RunOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			once: { type: 'boolean', default: false },
			fresh: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
			port: { type: 'string', default: '5678' },
			events: { type: 'string', default: '20000' },
		},
	});
	return {
		once: values.once,
		fresh: values.fresh,
		help: values.help,
		port: toWholeNumber(values.port, 'port'),
		events: toWholeNumber(values.events, 'events'),
	};
}
