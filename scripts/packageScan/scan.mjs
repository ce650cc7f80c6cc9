import { execSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureInstalled } from '../ensureInstalled.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '../..');

function unpackTarball(folder) {
	const pack = `npm pack --silent --pack-destination "${folder}"`;
	const name = execSync(pack, { cwd: ROOT, encoding: 'utf8' }).trim();
	// npm puts everything in a folder named package.
	execSync(`tar -xzf "${name}"`, { cwd: folder });
	return join(folder, 'package');
}

function report(what, result) {
	// The scanner passes a folder in which it finds nothing.
	const passed = result.passed && result.message === undefined;
	console.log(`${passed ? 'passed' : 'FAILED'}: ${what}`);
	if (!passed) console.log(result.message ?? '', result.details ?? '');
	return passed;
}

async function scanForThreats(unpacked, rulesFolder) {
	if (rulesFolder === undefined) {
		console.log('not looked for: threats (--rules FOLDER; docs/release.md says whose)');
		return true;
	}
	const { findThreats } = await import('./threats.mjs');
	const { rules, threats } = await findThreats(unpacked, rulesFolder);
	for (const threat of threats) console.log(threat);
	console.log(`${threats.length === 0 ? 'passed' : 'FAILED'}: threats, by ${rules} files of rules`);
	return threats.length === 0;
}

/**
 * Lints the sources and the packed package as n8n does before it verifies a community node, and
 * holds the package against rules for threats where a folder of them is given.
 */
async function scan(rulesFolder) {
	await ensureInstalled(HERE, 'Installing the scanner, once …');
	const { SOURCE_FILE_PATTERNS, analyzePackage } =
		await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const folder = mkdtempSync(join(tmpdir(), 'package-scan-'));
	try {
		const sources = report('sources', await analyzePackage(ROOT, SOURCE_FILE_PATTERNS));
		const unpacked = unpackTarball(folder);
		// Apart, so that a package without code, which nobody has built, is none that passes.
		const manifest = report('package.json', await analyzePackage(unpacked, ['package.json']));
		const code = report('code in the tarball', await analyzePackage(unpacked, ['**/*.js']));
		const isHarmless = await scanForThreats(unpacked, rulesFolder);
		return sources && manifest && code && isHarmless;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const { values } = parseArgs({ options: { rules: { type: 'string' } } });
process.exitCode = (await scan(values.rules)) ? 0 : 1;
