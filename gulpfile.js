const { execFileSync } = require('node:child_process');
const { mkdtempSync, rmSync, symlinkSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { build } = require('esbuild');
const { dest, series, src } = require('gulp');

const CLI = join(__dirname, 'node_modules/@n8n/node-cli/bin/n8n-node.mjs');

/** n8n's tool takes pictures from wherever they lie: so it builds in a folder without any others. */
const PACKAGE = ['package.json', 'tsconfig.json', 'credentials/**', 'icons/**', 'nodes/**'];
const folder = mkdtempSync(join(tmpdir(), 'n8n-build-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The only module with a library in it, which the package ships within that module (docs/decisions/files.md). */
const WITH_LIBRARY = 'nodes/OrgEventLog/output/xlsx/zip';

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

async function bundleLibrary() {
	await build({
		absWorkingDir: folder,
		entryPoints: [`${WITH_LIBRARY}.ts`],
		outfile: `dist/${WITH_LIBRARY}.js`,
		// So that nothing of the file depends on where it was built.
		preserveSymlinks: true,
		bundle: true,
		format: 'cjs',
		platform: 'neutral',
	});
}

function copyResult() {
	return src('dist/**', { cwd: folder, encoding: false }).pipe(dest('dist'));
}

exports.build = series(copyPackage, compile, bundleLibrary, copyResult);
exports.default = exports.build;
