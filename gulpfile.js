const { execFileSync } = require('node:child_process');
const { rmSync } = require('node:fs');
const { join } = require('node:path');
const { dest, parallel, series, src } = require('gulp');

const OUTPUT = 'dist';

async function clean() {
	rmSync(join(__dirname, OUTPUT), { recursive: true, force: true });
}

async function compile() {
	execFileSync(process.execPath, [require.resolve('typescript/bin/tsc')], {
		cwd: __dirname,
		stdio: 'inherit',
	});
}

function copyIcons() {
	return src('icons/*.svg', { base: '.' }).pipe(dest(OUTPUT));
}

// As they are: the compiler, which n8n's own build leaves them to, writes them anew.
function copyNodeMetadata() {
	return src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		allowEmpty: true,
	}).pipe(dest(OUTPUT));
}

exports.build = series(clean, parallel(compile, copyIcons), copyNodeMetadata);
exports.default = exports.build;
