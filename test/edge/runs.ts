/** All properties at the edge together: `PROPERTY_RUNS=100000 npx jest test/edge`; a run that failed told its seed: `PROPERTY_SEED=…`. */
const { PROPERTY_RUNS: ALL_RUNS, PROPERTY_SEED: SEED } = process.env;
const USUAL_RUNS = 450;
const USUAL_SEED = 20_260_715;

/** How many cases a property is tried on, which has this share of them; the same ones each time unless more are asked for. */
export function runsOf(share: number): { readonly numRuns: number; readonly seed?: number } {
	const numRuns = Math.ceil(Number(ALL_RUNS ?? USUAL_RUNS) * share);
	if (SEED !== undefined) return { numRuns, seed: Number(SEED) };
	return ALL_RUNS === undefined ? { numRuns, seed: USUAL_SEED } : { numRuns };
}
