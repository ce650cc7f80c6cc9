import type { Bench } from './bench';
import { measureExactJson, measurePackageLoad } from './figures/parsingAndLoading';
import { measureFiles } from './figures/files';
import { measureBacklog, measureQuietPolls } from './figures/polls';
import { measureReading, measureSkipCost, type Reading } from './figures/reading';

type Case = (bench: Bench, quick: boolean) => void | Promise<void>;

function reading(
	events: number,
	pageSize: number,
	latencyMs: number,
	rounds: number,
	other: Partial<Reading> = {},
): Reading {
	return { service: 'quick', events, pageSize, latencyMs, rounds, ...other };
}

const SLOW = { service: 'slow' } as const;

const READINGS: readonly Reading[] = [
	reading(20_000, 1_000, 0, 7),
	reading(50_000, 1_000, 0, 9),
	reading(50_000, 1_000, 0, 5, SLOW),
	reading(500_000, 1_000, 0, 3),
	reading(1_000_000, 1_000, 0, 1),
	reading(20_000, 100, 0, 3),
	reading(50_000, 100, 0, 3),
	reading(20_000, 1_000, 50, 3),
	reading(50_000, 1_000, 50, 5),
	reading(50_000, 1_000, 50, 3, SLOW),
	reading(500_000, 1_000, 50, 1),
	reading(1_000_000, 1_000, 50, 1),
	reading(20_000, 100, 50, 1),
	reading(50_000, 100, 50, 1),
];

const QUICK_READINGS: readonly Reading[] = [
	reading(20_000, 1_000, 0, 3),
	reading(50_000, 1_000, 0, 5),
	reading(50_000, 1_000, 0, 3, SLOW),
	reading(50_000, 1_000, 50, 3),
];

function withSkipCost(sizes: readonly number[], rounds: number): Reading[] {
	return sizes.map((events) => reading(events, 1_000, 0, rounds, { skipCostMsPerThousand: 2 }));
}

const SKIPS = withSkipCost([20_000, 50_000, 100_000], 3);
const QUICK_SKIPS = withSkipCost([20_000, 50_000], 1);

/** Everything that is measured, in the report's order. */
export const CASES = {
	list: async (bench, quick) => await measureReading(bench, quick ? QUICK_READINGS : READINGS),
	skip: async (bench, quick) => await measureSkipCost(bench, quick ? QUICK_SKIPS : SKIPS),
	polls: async (bench, quick) => {
		await measureQuietPolls(bench, quick ? 30 : 100, quick ? 3 : 7);
		await measureBacklog(bench, quick ? 3 : 7);
	},
	files: async (bench, quick) =>
		await measureFiles(bench, quick ? [20_000, 100_000] : [100_000, 1_000_000]),
	json: async (bench, quick) => await measureExactJson(bench, quick ? 9 : 41),
	load: (bench, quick) => measurePackageLoad(bench, quick ? 5 : 11),
} as const satisfies Record<string, Case>;
