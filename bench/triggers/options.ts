import { parseArgs } from 'node:util';
import { parseWholeNumber } from '../../sandbox/command/wholeNumber';
import { POLLING_MODES, type PollingMode } from '../../sandbox/n8n/settings';

/** When the triggers poll. */
export type PollTimes = 'everyMinute' | 'fullMinute';

/** When n8n makes the isolate that expressions run in. */
export type Expressions = 'eager' | 'lazy';

/** What was asked for on the command line. */
export interface TriggersOptions {
	/** How many triggers are active, one size after another, ascending. */
	readonly sizes: readonly number[];
	/** How long each is measured. */
	readonly minutes: number;
	readonly times: PollTimes;
	readonly mode: PollingMode;
	/** Whether n8n prepares for expressions before each look at a credential, or when there is one. */
	readonly expressions: Expressions;
	/** How long an access token of the service lives, seconds. */
	readonly tokenSeconds: number;
	readonly help: boolean;
}

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

function oneOf<Name extends string>(names: readonly Name[], option: string, given: string): Name {
	const known = names.find((name) => name === given);
	if (known !== undefined) return known;
	throw new TypeError(`--${option} takes one of ${names.join(', ')}`);
}

/** Parses the command line. @throws TypeError naming what it doesn't understand */
export function parseOptions(args: readonly string[]): TriggersOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			sizes: { type: 'string', default: '10,100,1000' },
			minutes: { type: 'string', default: '2' },
			times: { type: 'string', default: 'everyMinute' },
			mode: { type: 'string', default: 'inMemory' },
			expressions: { type: 'string', default: 'eager' },
			'token-seconds': { type: 'string', default: '60' },
			help: { type: 'boolean', default: false },
		},
	});
	const sizes = values.sizes.split(',').map((size) => parseWholeNumber(size, 'sizes'));
	const isAscending = sizes.every((size, index) => size > (sizes[index - 1] ?? 0));
	if (!isAscending) throw new TypeError('--sizes takes ascending numbers');
	return {
		sizes,
		minutes: parseWholeNumber(values.minutes, 'minutes'),
		times: oneOf(POLL_TIMES, 'times', values.times),
		mode: oneOf(POLLING_MODES, 'mode', values.mode),
		expressions: oneOf(EXPRESSIONS, 'expressions', values.expressions),
		tokenSeconds: parseWholeNumber(values['token-seconds'], 'token-seconds'),
		help: values.help,
	};
}
