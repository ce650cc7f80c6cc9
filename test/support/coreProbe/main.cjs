// Runs the probe, which is TypeScript, with another release's n8n-core.
require('tsx/cjs');
require('./resolveFrom.cjs');
require('reflect-metadata');
const { main } = require('./probe.ts');

main(process.argv.slice(2)).catch((error) => {
	console.error(error);
	process.exit(1);
});
