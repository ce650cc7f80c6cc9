import type { Bench } from '../bench';
import type { Times } from '../contestants/timeAndMemory';
import { figure, median } from '../report';

const LOG_SIZE = 20_000;
const BACKLOG = 5_000;

/** Polls with nothing new, so many in each round. */
export async function measureQuietPolls(bench: Bench, polls: number, rounds: number) {
	const { wholeLog } = await bench.service(LOG_SIZE);
	const contestant = bench.contestant();
	const runOnce = async () => await contestant.run('pollQuietly', { ...wholeLog, polls });
	const runs: Array<Awaited<ReturnType<typeof runOnce>>> = [];
	for (let round = 1; round <= rounds; round++) {
		bench.logProgress(`Quiet polls: round ${round} of ${rounds}`);
		runs.push(await runOnce());
	}
	await contestant.stop();
	type Run = (typeof runs)[number];
	const of = (value: (run: Run) => number) => median(runs.map(value));
	const both = (times: (run: Run) => Times) => [
		of((run) => times(run).ms),
		of((run) => times(run).cpuMs),
	];
	const first = of((run) => run.requests.first);
	const later = Math.max(...runs.map((run) => run.requests.later));
	bench.report.target('a quiet poll, page cap known', later, 1, 'requests');
	bench.report.target('the first poll after activation', first, 2, 'requests');
	const ownMs = of(({ poll, request }) => poll.cpuMs - request.cpuMs);
	bench.report.target('own CPU of a quiet poll', ownMs, 5, 'ms');
	bench.report.table(
		'A quiet poll',
		`Nothing new since the poll before. The first poll after activation made ${figure(first)}.`,
		['', 'requests', 'time, ms', 'CPU, ms'],
		[
			['a quiet poll', later, ...both(({ poll }) => poll)],
			["the same by n8n's helper alone", later, ...both(({ request }) => request)],
		],
	);
}

/** A poll that brings many events. */
export async function measureBacklog(bench: Bench, rounds: number): Promise<void> {
	const title = 'A poll that brings 5,000 events';
	const readers = ['bare loop over feed', 'trigger'] as const;
	const service = await bench.service(LOG_SIZE);
	const backlog = await service.process.run('newest', { events: BACKLOG });
	const task = { ...backlog, pageSize: 1_000 };
	const race = { title, rounds, readers, service, behaviour: {}, task };
	const outcome = await bench.race({ ...race, warmUps: [task, task, task] });
	const ratio = outcome.ratio('trigger', 'bare loop over feed');
	bench.report.target('a poll that brings 5,000 events', ratio, 1.3);
	bench.report.table(
		title,
		'Feed, pages of 1,000; the trigger with its defaults, against a bare loop over the same pages.',
		['', 'time, ms', 'CPU, ms'],
		readers.map((reader) => [reader, outcome.ms(reader), outcome.cpuMs(reader)]),
	);
}
