import { inDigits, table } from './markdown';
import { ONE_IN, type Measured, type Polling, measurePolls } from './measuredPolls';
import type { Sections } from './sections';

const INTERVALS = [1, 5, 15];
const VOLUMES = [0, 1, 10, 100, 1_000];

/** Each quiet poll asks for the same. */
const POLLS_OF_NOTHING = 3;
/** An average takes a few polls, and a few events that pass. */
const FEWEST_POLLS = 2;
const FEWEST_PASSING = 4;

type Setting = Pick<Polling, 'source' | 'isNarrow'>;

/** Requests a minute, measured: what takes all events, and what takes few by the service's filter. */
export async function requestSections(): Promise<Sections> {
	return {
		'requests-of-all': await measuredTable({ source: 'feed', isNarrow: false }),
		'requests-of-few': await measuredTable({ source: 'list', isNarrow: true }),
	};
}

async function measuredTable(setting: Setting): Promise<string> {
	const rows: string[][] = [];
	for (const eventsPerMinute of VOLUMES) {
		const cells: string[] = [];
		for (const minutesBetween of INTERVALS) {
			const passing = (eventsPerMinute * minutesBetween) / (setting.isNarrow ? ONE_IN : 1);
			const polls = pollsFor(passing);
			cells.push(
				inWords(await measurePolls({ ...setting, eventsPerMinute, minutesBetween, polls })),
			);
		}
		rows.push([inDigits(eventsPerMinute), ...cells]);
	}
	const head = INTERVALS.map((minutes) =>
		minutes === 1 ? 'every minute' : `every ${minutes} minutes`,
	);
	return table(['events a minute', ...head], rows, { numbers: [0, 1, 2, 3] });
}

function pollsFor(passingPerPoll: number): number {
	if (passingPerPoll === 0) return POLLS_OF_NOTHING;
	return Math.max(FEWEST_POLLS, Math.ceil(FEWEST_PASSING / passingPerPoll));
}

function inWords({ requestsPerMinute, fallsBehind }: Measured): string {
	return `${requestsPerMinute.toFixed(1)}${fallsBehind ? ', falls behind' : ''}`;
}
