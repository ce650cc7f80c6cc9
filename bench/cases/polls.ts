import type { Bench } from '../bench';
import { digestOf } from '../processes/idDigest';
import { storedEvents } from '../processes/serviceControl';
import { figure, type Findings } from '../report/findings';
import { median } from '../report/median';
import { numberOf, type Values } from '../values';
import { race } from './race';

const LOG_SIZE = 20_000;
const BACKLOG = 5_000;
const PAGE_SIZE = 1_000;
const BARE_LOOP = 'bare loop';
const TRIGGER = 'trigger';

async function measureQuiet(bench: Bench): Promise<Findings> {
	const { baseUrl } = await bench.service(LOG_SIZE);
	const { polls, rounds } = bench.plan.polls;
	const results: Values[] = [];
	const worker = bench.worker();
	for (let round = 0; round < rounds; round++) {
		bench.progress.say(`Quiet poll: round ${round + 1} of ${rounds}`);
		results.push(await worker.run('quietPoll', { baseUrl, polls }));
	}
	await worker.stop();
	const of = (name: string) => median(results.map((result) => numberOf(result, name)));
	const own = median(
		results.map((result) => numberOf(result, 'cpuMs') - numberOf(result, 'helperCpuMs')),
	);
	const most = Math.max(...results.map((result) => numberOf(result, 'requestsOfLater')));
	const header = ['', 'requests', 'time, ms', 'CPU, ms'];
	const rows = [
		['a quiet poll', figure(most), figure(of('ms')), figure(of('cpuMs'))],
		[
			"the same by n8n's helper alone",
			figure(most),
			figure(of('helperMs')),
			figure(of('helperCpuMs')),
		],
	];
	return {
		tables: [
			{
				title: 'A quiet poll',
				note: `Nothing new since the poll before. The first poll after activation made ${figure(of('requestsOfFirst'))}.`,
				rows: [header, ...rows],
			},
		],
		bars: [
			{ work: 'a quiet poll, page cap known', atMost: 1, measured: most, unit: 'requests' },
			{
				work: 'the first poll after activation',
				atMost: 2,
				measured: of('requestsOfFirst'),
				unit: 'requests',
			},
			{ work: 'own CPU of a quiet poll', atMost: 5, measured: own, unit: 'ms' },
		],
	};
}

async function measureBacklog(bench: Bench): Promise<Findings> {
	const { baseUrl } = await bench.service(LOG_SIZE);
	const expected = digestOf((await storedEvents(baseUrl, LOG_SIZE - BACKLOG)).map(({ id }) => id));
	const settings = { baseUrl, pageSize: PAGE_SIZE, logSize: LOG_SIZE, events: BACKLOG };
	const outcome = await race(bench, {
		title: 'A poll that brings 5,000 events',
		rounds: bench.plan.polls.rounds,
		contestants: [
			{ name: BARE_LOOP, job: 'backlogOfBareLoop', settings: {} },
			{ name: TRIGGER, job: 'backlogOfTrigger', settings: {} },
		],
		settings,
		expected,
		warmUp: async (worker, { job }) => {
			for (let run = 0; run < 3; run++) await worker.run(job, settings);
		},
	});
	const measured = outcome.ratio(TRIGGER, BARE_LOOP);
	const names = [BARE_LOOP, TRIGGER];
	return {
		tables: [
			{
				title: 'A poll that brings 5,000 events',
				note: 'Feed, pages of 1,000; the trigger with its defaults, against a bare loop over the same pages.',
				rows: [
					['', 'time, ms', 'CPU, ms'],
					...names.map((name) => [name, figure(outcome.ms(name)), figure(outcome.cpuMs(name))]),
				],
			},
		],
		bars: [{ work: 'a poll that brings 5,000 events', atMost: 1.3, measured, unit: '×' }],
	};
}

/** The trigger's polls: with nothing new, and with a backlog. */
export async function measurePolls(bench: Bench): Promise<Findings> {
	const [quiet, backlog] = [await measureQuiet(bench), await measureBacklog(bench)];
	return {
		tables: [...quiet.tables, ...backlog.tables],
		bars: [...quiet.bars, ...backlog.bars],
	};
}
