// Times what n8n waits for when it loads the package: argv[2] is the folder of its package.json.
const { join } = require('node:path');

const folder = process.argv[2];
const { n8n } = require(join(folder, 'package.json'));
require('n8n-workflow');

const before = performance.now();
for (const file of [...n8n.credentials, ...n8n.nodes]) require(join(folder, file));
process.stdout.write(String(performance.now() - before));
