import type { Bench } from '../bench';
import { figure, type Findings } from '../report/findings';
import { race, type Outcome } from './race';
import { NODE, READERS, WARM_UP_EVENTS } from './readers';

const COST_MS_PER_THOUSAND = 2;
const PAGE_SIZE = 1_000;
/** What "linear" allows for the noise of the machine. */
const LINEAR = 1.1;

async function measure(bench: Bench, events: number): Promise<Outcome> {
	const service = await bench.service(events);
	const warm = await bench.service(WARM_UP_EVENTS);
	const settings = { baseUrl: service.baseUrl, pageSize: PAGE_SIZE };
	const outcome = await race(bench, {
		title: `Dear skip, ${events.toLocaleString('en-US')} events`,
		rounds: bench.plan.skip.rounds,
		contestants: READERS.slice(0, 3),
		settings,
		expected: service.expected,
		warmUp: async (worker, contestant) => {
			const warmUp = { ...settings, ...contestant.settings, baseUrl: warm.baseUrl };
			await worker.run(contestant.job, warmUp);
		},
		ready: async () => await service.set({ skipCostMsPerThousand: COST_MS_PER_THOUSAND }),
	});
	await service.set({ skipCostMsPerThousand: 0 });
	return outcome;
}

/** Time per event where the service takes longer for each record that it skips. */
export async function measureSkipCost(bench: Bench): Promise<Findings> {
	const measured: Array<{ readonly events: number; readonly outcome: Outcome }> = [];
	for (const events of bench.plan.skip.sizes) {
		measured.push({ events, outcome: await measure(bench, events) });
	}
	const names = READERS.slice(0, 3).map(({ name }) => name);
	const perEvent = ({ events, outcome }: (typeof measured)[number], name: string) =>
		(outcome.ms(name) * 1000) / events;
	const rows = measured.map((row) => [
		figure(row.events),
		...names.map((name) => figure(perEvent(row, name))),
	]);
	const [first, last] = [measured[0], measured.at(-1)];
	const growth = first && last ? perEvent(last, NODE) / perEvent(first, NODE) : NaN;
	return {
		tables: [
			{
				title: 'A service whose skip costs time per skipped record',
				note: `${COST_MS_PER_THOUSAND} ms for each thousand; pages of ${PAGE_SIZE}. Time per event: the same in all rows is linear.`,
				rows: [['events', ...names.map((name) => `${name}, µs`)], ...rows],
			},
		],
		bars: [
			{
				work: 'skip costs: time per event of the largest log against the smallest',
				atMost: LINEAR,
				measured: growth,
				unit: '×',
			},
		],
	};
}
