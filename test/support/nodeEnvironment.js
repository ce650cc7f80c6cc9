const { AsyncLocalStorage } = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');

/** Those that a suite has used: from then on Node tells them of every promise, until they are disabled. */
const storages = new Set();

for (const method of ['run', 'enterWith']) {
	const original = AsyncLocalStorage.prototype[method];
	AsyncLocalStorage.prototype[method] = function (...parameters) {
		storages.add(this);
		return original.apply(this, parameters);
	};
}

/**
 * Jest's own, without what n8n-core leaves behind. Each suite that loads it has storages of its own; with
 * those of twenty suites a promise of the next one takes thirty times as long.
 */
module.exports = class extends TestEnvironment {
	async teardown() {
		for (const storage of storages) storage.disable();
		storages.clear();
		await super.teardown();
	}
};
