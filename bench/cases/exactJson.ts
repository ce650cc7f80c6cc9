import type { Bench } from '../bench';
import { figure, ratioFigure, type Findings } from '../report/findings';
import { numberOf } from '../values';

const LOG_SIZE = 20_000;

/** Exact JSON against `JSON.parse` over the same pages. */
export async function measureExactJson(bench: Bench): Promise<Findings> {
	const { baseUrl } = await bench.service(LOG_SIZE);
	bench.progress.say('Exact JSON');
	const worker = bench.worker();
	const result = await worker.run('exactJson', { baseUrl, passes: bench.plan.jsonPasses });
	await worker.stop();
	const rows = (['with', 'without'] as const).map((kind) => [
		`${kind} 19-digit integers`,
		figure(numberOf(result, `${kind}MsPerPage`)),
		ratioFigure(numberOf(result, `${kind}Ratio`)),
	]);
	const work = (kind: string) => `exact JSON on pages ${kind} 19-digit integers`;
	return {
		tables: [
			{
				title: 'Exact JSON',
				note: 'CPU time for a page of 1,000 events of List, from its bytes; the ratio is to JSON.parse of the same bytes.',
				rows: [['pages', 'ms a page', 'ratio'], ...rows],
			},
		],
		bars: [
			{ work: work('with'), atMost: 1.5, measured: numberOf(result, 'withRatio'), unit: '×' },
			{
				work: work('without'),
				atMost: 1.1,
				measured: numberOf(result, 'withoutRatio'),
				unit: '×',
			},
		],
	};
}
