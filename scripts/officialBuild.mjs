import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const CLI = join(ROOT, 'node_modules/@n8n/node-cli/bin/n8n-node.mjs');

/** n8n's tool takes pictures from wherever they lie, those of the docs among them. */
const OF_THE_PACKAGE = ['credentials', 'icons', 'nodes'];

/** Copies what git knows: n8n's tool would also take the icons of the n8n in the sandbox. */
function copyCheckout(folder) {
	const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
	for (const file of listed.split('\0').filter(Boolean)) {
		cpSync(join(ROOT, file), join(folder, file));
	}
	symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
}

/** The package's files below a dist folder, with what is in them; JSON without its spaces. */
function contentsOf(dist) {
	const files = OF_THE_PACKAGE.flatMap((top) =>
		readdirSync(join(dist, top), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => relative(dist, join(entry.parentPath, entry.name))),
	);
	const textOf = (file) => {
		const text = readFileSync(join(dist, file), 'utf8');
		return file.endsWith('.json') ? JSON.stringify(JSON.parse(text)) : text;
	};
	return new Map(files.map((file) => [file, textOf(file)]));
}

function differencesBetween(ours, theirs) {
	const all = new Set([...ours.keys(), ...theirs.keys()]);
	return [...all].filter((file) => ours.get(file) !== theirs.get(file)).sort();
}

/** Builds with `n8n-node build`, aside, and holds the result against what `npm run build` made. */
function build() {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-build-'));
	try {
		copyCheckout(folder);
		// Without CI it draws a spinner, frame by frame.
		const env = { ...process.env, CI: 'true' };
		execFileSync(process.execPath, [CLI, 'build'], { cwd: folder, stdio: 'inherit', env });
		const ours = contentsOf(join(ROOT, 'dist'));
		const different = differencesBetween(ours, contentsOf(join(folder, 'dist')));
		for (const file of different) console.error(`not the same in both builds: ${file}`);
		console.log(`${ours.size} files, ${different.length} of them not the same in both builds`);
		return ours.size > 0 && different.length === 0;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

process.exitCode = build() ? 0 : 1;
