import type { Bench } from '../bench';

const LOG_SIZE = 20_000;
const BACKLOG = 5_000;
const POLLS = 100;

async function measureQuietPolls(bench: Bench, rounds: number): Promise<void> {
	const title = 'A quiet poll';
	const service = await bench.service(LOG_SIZE);
	const newest = await service.process.run('newest', { events: 0 });
	const task = { ...newest, pageSize: 1_000, polls: POLLS };
	const race = { title, rounds, service, task, warmUps: [task] };
	const helperAlone = "the same by n8n's helper alone";
	const results = await bench.race({ ...race, readers: ['quiet polls', helperAlone] });
	const rows = results.map(({ reader, mostRequests, ms, cpuMs }) => {
		return { reader, requests: mostRequests / POLLS, ms: ms / POLLS, cpuMs: cpuMs / POLLS };
	});
	bench.report.table(title, rows, {
		reader: ({ reader }) => reader,
		'requests a poll': ({ requests }) => requests,
		'time, ms': ({ ms }) => ms,
		'CPU, ms': ({ cpuMs }) => cpuMs,
	});
	const [polls, helper] = rows;
	if (polls === undefined || helper === undefined) return;
	bench.report.target('a quiet poll, page cap known', polls.requests, 1, 'requests');
	bench.report.target('own CPU of a quiet poll', polls.cpuMs - helper.cpuMs, 5, 'ms');
	const first = { ...race, readers: ['first poll'], rounds: 1 } as const;
	for (const { mostRequests } of await bench.race(first)) {
		bench.report.target('the first poll after activation', mostRequests, 2, 'requests');
	}
}

async function measureBacklog(bench: Bench, rounds: number): Promise<void> {
	const title = 'A poll that brings 5,000 events';
	const service = await bench.service(LOG_SIZE);
	const backlog = await service.process.run('newest', { events: BACKLOG });
	const task = { ...backlog, pageSize: 1_000 };
	const race = { title, rounds, service, task, warmUps: [task, task, task] };
	const rows = await bench.race({ ...race, readers: ['bare loop over feed', 'trigger'] });
	for (const { reader, ratioTo } of rows) {
		if (reader === 'trigger') bench.report.target(title, ratioTo('bare loop over feed'), 1.3);
	}
	bench.report.table(title, rows, {
		reader: ({ reader }) => reader,
		'time, ms': ({ ms }) => ms,
		'CPU, ms': ({ cpuMs }) => cpuMs,
	});
}

/** Polls that bring nothing, and one that brings many events. */
export async function measurePolls(bench: Bench, quick: boolean): Promise<void> {
	await measureQuietPolls(bench, quick ? 3 : 7);
	await measureBacklog(bench, quick ? 3 : 7);
}
