const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** One folder for everything that a test run leaves behind; `remove.js` takes it away again. */
module.exports = () => {
	process.env.TEST_SCRATCH_FOLDER = mkdtempSync(join(tmpdir(), 'org-event-log-tests-'));
};
