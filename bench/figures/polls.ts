import type { Bench, Result } from '../bench';
import type { Columns } from '../report';

const LOG_SIZE = 20_000;
const BACKLOG = 5_000;
const POLLS = 20;

const COLUMNS: Columns<Result> = {
	polls: ({ title }) => title,
	reader: ({ reader }) => reader,
	'time, ms': ({ ms }) => ms,
	'CPU, ms': ({ cpuMs }) => cpuMs,
	requests: ({ mostRequests }) => mostRequests,
};

/** Polls that bring nothing, and one that brings many events, from far away. */
export async function measurePolls(bench: Bench, quick: boolean): Promise<void> {
	const race = { rounds: quick ? 3 : 9, log: LOG_SIZE, place: 'far' } as const;
	const [one, title] = ['one connection over feed', 'a poll that brings 5,000 events'] as const;
	const backlog = { ...race, title, events: BACKLOG, readers: [one, 'trigger'] } as const;
	const rows = await bench.race(backlog);
	for (const { reader, ratioTo } of rows) {
		if (reader === 'trigger') bench.report.bar(`${title}: to ${one}`, ratioTo(one), 1);
	}
	const readers = ['quiet polls'] as const;
	const quiet = {
		...race,
		title: `${POLLS} quiet polls`,
		events: 0,
		polls: POLLS,
		rounds: 1,
		readers,
	};
	for (const row of await bench.race(quiet)) {
		rows.push(row);
		bench.report.bar('a quiet poll', row.mostRequests / POLLS, 1, 'requests');
	}
	bench.report.table('Polls', rows, COLUMNS);
}
