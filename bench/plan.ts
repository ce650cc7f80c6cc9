import type { ServiceKind } from './processes/serviceProcess';

/** One row of the comparison of whole readings. */
export interface ListRow {
	readonly service: ServiceKind;
	readonly events: number;
	readonly pageSize: number;
	readonly latencyMs: number;
	readonly rounds: number;
}

/** How much is measured. */
export interface Plan {
	readonly list: readonly ListRow[];
	readonly skip: { readonly sizes: readonly number[]; readonly rounds: number };
	readonly polls: { readonly polls: number; readonly rounds: number };
	readonly files: readonly number[];
	readonly jsonPasses: number;
	readonly loads: number;
}

function row(events: number, pageSize: number, latencyMs: number, rounds: number): ListRow {
	return { service: 'quick', events, pageSize, latencyMs, rounds };
}

function onSlowService(quick: ListRow): ListRow {
	return { ...quick, service: 'slow' };
}

export const FULL_PLAN: Plan = {
	list: [
		row(20_000, 1_000, 0, 7),
		row(50_000, 1_000, 0, 9),
		onSlowService(row(50_000, 1_000, 0, 5)),
		row(500_000, 1_000, 0, 3),
		row(1_000_000, 1_000, 0, 1),
		row(20_000, 100, 0, 3),
		row(50_000, 100, 0, 3),
		row(20_000, 1_000, 50, 3),
		row(50_000, 1_000, 50, 5),
		onSlowService(row(50_000, 1_000, 50, 3)),
		row(500_000, 1_000, 50, 1),
		row(1_000_000, 1_000, 50, 1),
		row(20_000, 100, 50, 1),
		row(50_000, 100, 50, 1),
	],
	skip: { sizes: [20_000, 50_000, 100_000], rounds: 3 },
	polls: { polls: 100, rounds: 7 },
	files: [100_000, 1_000_000],
	jsonPasses: 41,
	loads: 11,
};

export const QUICK_PLAN: Plan = {
	list: [
		row(20_000, 1_000, 0, 3),
		row(50_000, 1_000, 0, 5),
		onSlowService(row(50_000, 1_000, 0, 3)),
		row(50_000, 1_000, 50, 3),
	],
	skip: { sizes: [20_000, 50_000], rounds: 1 },
	polls: { polls: 30, rounds: 3 },
	files: [20_000, 100_000],
	jsonPasses: 9,
	loads: 5,
};
