const { configureGlobal } = require('fast-check');

/** The same cases each time unless more are asked for; a run that failed told its seed. */
const { PROPERTY_RUNS, PROPERTY_SEED } = process.env;
const USUAL_SEED = 20_261_125;

if (PROPERTY_SEED !== undefined) configureGlobal({ seed: Number(PROPERTY_SEED) });
else if (PROPERTY_RUNS === undefined) configureGlobal({ seed: USUAL_SEED });
