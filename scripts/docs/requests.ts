import { inDigits, table } from './markdown';
import { type Measured, type Polling, measurePolls } from './measuredPolls';
import type { Sections } from './sections';

const INTERVALS = [1, 5, 15];
const VOLUMES = [0, 1, 10, 100, 1_000];

/** So many polls are enough for an average: a quiet trigger varies what it asks for. */
const QUIET_POLLS = 60;
const BUSY_POLLS = 2;

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
			const polls = eventsPerMinute === 0 ? QUIET_POLLS : BUSY_POLLS;
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

function inWords({ requestsPerMinute, fallsBehind }: Measured): string {
	return `${requestsPerMinute.toFixed(1)}${fallsBehind ? ', falls behind' : ''}`;
}
