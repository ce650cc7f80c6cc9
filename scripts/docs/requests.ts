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
/** An event in more polls than these does not show in the average. */
const MOST_POLLS = 60;

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
			const polling = { ...setting, eventsPerMinute, minutesBetween, ...pollsFor(passing) };
			cells.push(inWords(await measurePolls(polling)));
		}
		rows.push([inDigits(eventsPerMinute), ...cells]);
	}
	const head = INTERVALS.map((minutes) =>
		minutes === 1 ? 'every minute' : `every ${minutes} minutes`,
	);
	return table(['events a minute', ...head], rows, { numbers: [0, 1, 2, 3] });
}

function pollsFor(passingPerPoll: number): Pick<Polling, 'polls' | 'pollsBefore'> {
	if (passingPerPoll === 0) return { polls: POLLS_OF_NOTHING, pollsBefore: POLLS_OF_NOTHING };
	const wanted = Math.max(FEWEST_POLLS, Math.ceil(FEWEST_PASSING / passingPerPoll));
	const polls = Math.min(MOST_POLLS, wanted);
	return { polls, pollsBefore: Math.max(polls, Math.ceil(1 / passingPerPoll)) };
}

function inWords({ requestsPerMinute, fallsBehind }: Measured): string {
	return `${requestsPerMinute.toFixed(1)}${fallsBehind ? ', falls behind' : ''}`;
}
