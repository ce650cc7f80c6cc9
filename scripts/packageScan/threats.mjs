import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';

/** Rules of this name fail n8n's scan; the others only say what code is capable of. */
const THREAT = /^threat_/;

/** Whatever else the rules know: they must know this, or they were not read. */
const PLANTED = {
	path: 'package/package.json',
	bytes: Buffer.from('{"scripts":{"preinstall":"node steal.js"}}'),
};

/** `*` stands for any characters, slashes among them, in the patterns that the rules carry. */
function matches(path, pattern) {
	const escaped = pattern.trim().replace(/[.+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`^${escaped.replaceAll('*', '.*')}$`).test(path);
}

function isFor(path, { metadata }) {
	const included = metadata.find(({ identifier }) => identifier === 'path_include')?.value;
	return included === undefined || included.split(',').some((pattern) => matches(path, pattern));
}

/** The rules of a file with what it includes, which the engine could not read itself. */
function readRules(folder, name) {
	return readFileSync(join(folder, name), 'utf8').replace(
		/^include "([\w.-]+)"$/gm,
		(_, included) => readRules(folder, included),
	);
}

async function loadEngine() {
	const { default: initialize, Compiler } = await import('@virustotal/yara-x');
	const wasm = createRequire(import.meta.url)
		.resolve('@virustotal/yara-x')
		.replace(/\.js$/, '_bg.wasm');
	await initialize({ module_or_path: readFileSync(wasm) });
	return new Compiler();
}

function threatsIn(rules, { path, bytes }) {
	return rules
		.scan(bytes)
		.matches.filter((match) => THREAT.test(match.identifier) && isFor(path, match))
		.map(({ identifier }) => `${path}: ${identifier}`);
}

/**
 * Holds an unpacked package against YARA rules, as n8n's scanner does.
 *
 * @param {string} unpacked the package's folder
 * @param {string} folder holds the rules: `*.yar`
 * @returns {Promise<{ rules: number, threats: string[] }>}
 * @throws {Error} when the rules can't be read, or don't find what was planted
 */
export async function findThreats(unpacked, folder) {
	const sources = readdirSync(folder).filter((name) => name.endsWith('.yar'));
	const compiler = await loadEngine();
	for (const name of sources) compiler.addSource(readRules(folder, name));
	const rules = compiler.build();
	if (threatsIn(rules, PLANTED).length === 0) throw new Error(`${folder} finds no planted threat`);
	const threats = readdirSync(unpacked, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.flatMap((file) => {
			const path = ['package', ...relative(unpacked, file).split(sep)].join('/');
			return threatsIn(rules, { path, bytes: readFileSync(file) });
		});
	return { rules: sources.length, threats };
}
