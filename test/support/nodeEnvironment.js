const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');
require('reflect-metadata');

// Jest compiles each module for the context that the environment names. Node's own has no name but this.
const { compileFunction } = vm;
vm.compileFunction = (source, parameters, { parsingContext, ...options }) =>
	compileFunction(source, parameters, {
		...options,
		parsingContext: parsingContext === globalThis ? undefined : parsingContext,
	});

/** What loads packages for all suites: `loadOnce.js` asks for it. */
globalThis.requireOnce = require;

/**
 * All suites of a worker run in Node's own context instead of one each, so that n8n-core, which takes over a
 * second to load, is loaded once. What a suite did to globals is undone when it ends.
 */
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		this.global = globalThis;
		this.before = Object.getOwnPropertyDescriptors(globalThis);
		this.exit = process.exit;
		this.variables = { ...process.env };
		const { fakeTimersModern, moduleMocker } = this;
		this.moduleMocker = new moduleMocker.constructor(globalThis);
		this.fakeTimersModern = new fakeTimersModern.constructor({
			config: config.projectConfig,
			global: globalThis,
		});
	}

	getVmContext() {
		return globalThis;
	}

	async teardown() {
		this.moduleMocker.restoreAllMocks();
		await super.teardown();
		process.exit = this.exit;
		for (const name of Object.keys(process.env)) {
			if (!(name in this.variables)) delete process.env[name];
		}
		Object.assign(process.env, this.variables);
		for (const key of Reflect.ownKeys(globalThis)) {
			const before = this.before[key];
			if (before !== undefined) Object.defineProperty(globalThis, key, before);
			else if (isJests(key)) delete globalThis[key];
		}
	}
};

/** The state of Jest's runner and what a suite itself added; other packages keep what they share in symbols. */
function isJests(key) {
	return typeof key === 'string' || /^(JEST_|EVENT_HANDLERS)/.test(key.description);
}
