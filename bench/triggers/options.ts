import { parserOf } from '../../sandbox/command/options';
import { POLLING_MODES } from '../../sandbox/n8n/settings';

/** When the triggers poll. */
export type PollTimes = 'everyMinute' | 'fullMinute';

/** When n8n makes the isolate that expressions run in. */
export type Expressions = 'eager' | 'lazy';

const EXPRESSIONS: readonly Expressions[] = ['eager', 'lazy'];
const POLL_TIMES: readonly PollTimes[] = ['everyMinute', 'fullMinute'];

export const USAGE = `npm run bench -- triggers [options]

  (none)             10, 100 and 1,000 active triggers on one n8n main, each for two minutes; prints a table
  --sizes LIST       other numbers of triggers, ascending, separated by commas
  --minutes N        how long each is measured (2)
  --times NAME       everyMinute, as the editor's Every Minute does (default); fullMinute, as a cron
                     expression without seconds does: all of them at second 0
  --mode NAME        ${POLLING_MODES.join(', ')} (inMemory)
  --expressions NAME eager, as n8n does by default; lazy, with N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE
  --token-seconds N  how long an access token lives (60): they all share one credential`;

export const parseOptions = parserOf((given) => ({
	sizes: given.ascendingNumbers('sizes', '10,100,1000'),
	minutes: given.wholeNumber('minutes', 2),
	times: given.oneOf('times', POLL_TIMES, 'everyMinute'),
	mode: given.oneOf('mode', POLLING_MODES, 'inMemory'),
	expressions: given.oneOf('expressions', EXPRESSIONS, 'eager'),
	tokenSeconds: given.wholeNumber('token-seconds', 60),
}));

/** What was asked for on the command line. */
export type TriggersOptions = ReturnType<typeof parseOptions>;
