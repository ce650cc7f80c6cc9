const { execFileSync } = require('node:child_process');
const { mkdtempSync, rmSync, symlinkSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { dest, series, src } = require('gulp');

const CLI = join(__dirname, 'node_modules/@n8n/node-cli/bin/n8n-node.mjs');

/** n8n's tool takes pictures from wherever they lie: so it builds in a folder without any others. */
const PACKAGE = ['package.json', 'tsconfig.json', 'credentials/**', 'icons/**', 'nodes/**'];
const folder = mkdtempSync(join(tmpdir(), 'n8n-build-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

function copyPackage() {
	symlinkSync(join(__dirname, 'node_modules'), join(folder, 'node_modules'), 'junction');
	return src(PACKAGE, { base: '.', encoding: false }).pipe(dest(folder));
}

async function compile() {
	// Without CI it draws a spinner, frame by frame.
	const env = { ...process.env, CI: 'true' };
	execFileSync(process.execPath, [CLI, 'build'], { cwd: folder, stdio: 'inherit', env });
	rmSync(join(__dirname, 'dist'), { recursive: true, force: true });
}

function copyResult() {
	return src('dist/**', { cwd: folder, encoding: false }).pipe(dest('dist'));
}

exports.build = series(copyPackage, compile, copyResult);
exports.default = exports.build;
