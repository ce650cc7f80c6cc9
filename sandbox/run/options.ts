import { parserOf } from '../command/options';

export const USAGE = `npm start [-- options]

  (none)       n8n with the package, the simulated service and the examples, until Ctrl-C
  --once       test it: deliver a live stream, make a report, print one line of JSON, exit
  --dev        build again after each change of the nodes; n8n shows it without a restart
  --port N     the editor's port (5678)
  --events N   events in the log from the start (20000)
  --no-open    don't open the sandbox's page in the browser
  --fresh      start from nothing: this deletes the workflows that you built before`;

export const parseOptions = parserOf((given) => ({
	once: given.flag('once'),
	dev: given.flag('dev'),
	fresh: given.flag('fresh'),
	open: !given.flag('no-open'),
	port: given.wholeNumber('port', 5678),
	events: given.wholeNumber('events', 20_000),
}));

/** What was asked for on the command line. */
export type RunOptions = ReturnType<typeof parseOptions>;
