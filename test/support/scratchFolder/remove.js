const { rmSync } = require('node:fs');

module.exports = () => {
	rmSync(process.env.TEST_SCRATCH_FOLDER, { recursive: true, force: true });
};
