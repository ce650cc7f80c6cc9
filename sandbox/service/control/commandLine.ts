import { parseArgs } from 'node:util';
import type { ServiceBehaviour } from '../behaviour';
import type { LiveStreamOptions } from '../liveStream';
import type { SeededLogOptions } from '../seededLog';
import { readBehaviour } from './behaviourJson';

const DAY_MS = 86_400_000;

export const USAGE = `npx tsx sandbox/service/main.ts [options]
  --port 0              port to listen on, 0 for a free one
  --events 20000        events in the log at the start
  --days 60             how many days up to now they span
  --seed 1              which log of the many possible
  --tie-width 1         how many events share each creation time
  --late-share 0        share of events that become visible late, seeded and live
  --max-late-ms 10000   how much later at most
  --rate 0              new events per second
  --tie-share 0         share of new events with the creation time of the one before
  --keep-texts          write each event of the start once: faster, for 1 kB an event
  --behaviour '{}'      switches, as in ServiceBehaviour`;

export interface CommandLine {
	readonly port: number;
	readonly log: SeededLogOptions;
	readonly keepTexts: boolean;
	readonly behaviour: Partial<ServiceBehaviour>;
	/** `undefined`: no stream to begin with. */
	readonly stream?: LiveStreamOptions;
}

function toNumber(name: string, text: string): number {
	const number = Number(text);
	if (text.trim() !== '' && Number.isFinite(number) && number >= 0) return number;
	throw new TypeError(`--${name} must be a number, 0 or more`);
}

/** The options as typed. @throws TypeError that names the option */
export function readCommandLine(args: readonly string[], nowMs: number): CommandLine {
	const { values } = parseArgs({
		args: [...args],
		options: {
			port: { type: 'string', default: '0' },
			events: { type: 'string', default: '20000' },
			days: { type: 'string', default: '60' },
			seed: { type: 'string', default: '1' },
			'tie-width': { type: 'string', default: '1' },
			'late-share': { type: 'string', default: '0' },
			'max-late-ms': { type: 'string', default: '10000' },
			rate: { type: 'string', default: '0' },
			'tie-share': { type: 'string', default: '0' },
			'keep-texts': { type: 'boolean', default: false },
			behaviour: { type: 'string', default: '{}' },
		},
	});
	const number = (name: Exclude<keyof typeof values, 'behaviour' | 'keep-texts'>) =>
		toNumber(name, values[name]);
	const [seed, ratePerSecond] = [number('seed'), number('rate')];
	const lateness = { lateShare: number('late-share'), maxLateMs: number('max-late-ms') };
	const startMs = nowMs - number('days') * DAY_MS;
	const tieWidth = Math.max(1, number('tie-width'));
	return {
		port: number('port'),
		keepTexts: values['keep-texts'],
		behaviour: readBehaviour(JSON.parse(values.behaviour)),
		log: { events: number('events'), seed, startMs, endMs: nowMs, tieWidth, ...lateness },
		...(ratePerSecond > 0
			? { stream: { ratePerSecond, seed, tieShare: number('tie-share'), ...lateness } }
			: {}),
	};
}
