import type { Bench } from '../bench';
import { figure, median } from '../report';

const LOG_SIZE = 20_000;
const BACKLOG = 5_000;

/** Polls with nothing new, so many in each round. */
export async function measureQuietPolls(
	bench: Bench,
	polls: number,
	rounds: number,
): Promise<void> {
	const { wholeLog } = await bench.service(LOG_SIZE);
	const contestant = bench.contestant();
	const runs: Array<Awaited<ReturnType<typeof runOnce>>> = [];
	const runOnce = async () => await contestant.run('pollQuietly', { ...wholeLog, polls });
	for (let round = 0; round < rounds; round++) {
		bench.say(`Quiet polls: round ${round + 1} of ${rounds}`);
		runs.push(await runOnce());
	}
	await contestant.stop();
	const of = (value: (run: (typeof runs)[number]) => number) => median(runs.map(value));
	const first = of((run) => run.requestsOfFirst);
	const later = Math.max(...runs.map((run) => run.requestsOfLater));
	bench.report.target('a quiet poll, page cap known', later, 1, 'requests');
	bench.report.target('the first poll after activation', first, 2, 'requests');
	const ownMs = of(({ poll, request }) => poll.cpuMs - request.cpuMs);
	bench.report.target('own CPU of a quiet poll', ownMs, 5, 'ms');
	bench.report.table(
		'A quiet poll',
		`Nothing new since the poll before. The first poll after activation made ${figure(first)}.`,
		['', 'requests', 'time, ms', 'CPU, ms'],
		[
			['a quiet poll', later, of(({ poll }) => poll.ms), of(({ poll }) => poll.cpuMs)],
			[
				"the same by n8n's helper alone",
				later,
				of(({ request }) => request.ms),
				of(({ request }) => request.cpuMs),
			],
		],
	);
}

/** A poll that brings many events. */
export async function measureBacklog(bench: Bench, rounds: number): Promise<void> {
	const title = `A poll that brings ${figure(BACKLOG)} events`;
	const readers = ['bare loop over feed', 'trigger'] as const;
	const service = await bench.service(LOG_SIZE);
	const backlog = await service.process.run('newest', { events: BACKLOG });
	const task = { ...backlog, pageSize: 1_000 };
	const warmUps = [task, task, task];
	const outcome = await bench.race({
		...{ title, rounds, readers, service, task, warmUps },
		behaviour: {},
	});
	bench.report.target(title, outcome.ratio('trigger', 'bare loop over feed'), 1.3);
	bench.report.table(
		title,
		'Feed, pages of 1,000; the trigger with its defaults, against a bare loop over the same pages.',
		['', 'time, ms', 'CPU, ms'],
		readers.map((reader) => [reader, outcome.ms(reader), outcome.cpuMs(reader)]),
	);
}
