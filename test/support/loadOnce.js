/** A package comes from the worker's own modules (see `nodeEnvironment.js`), whichever suite asks for it. */
module.exports = {
	getCacheKey: (source, path) => `once ${path}`,
	process: (source, path) => ({
		code: `module.exports = globalThis.requireOnce(${JSON.stringify(path)});`,
	}),
};
