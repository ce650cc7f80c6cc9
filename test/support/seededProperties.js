const { configureGlobal } = require('fast-check');

/** The same cases each time unless more are asked for; a run that failed told its seed. */
const { PROPERTY_RUNS, PROPERTY_SEED, PROPERTY_SHRINKS } = process.env;
const USUAL_SEED = 20_261_125;

const seed = PROPERTY_SEED ?? (PROPERTY_RUNS === undefined ? USUAL_SEED : undefined);
configureGlobal({
	...(seed !== undefined && { seed: Number(seed) }),
	endOnFailure: PROPERTY_SHRINKS === 'no',
});
