import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * n8n's linter accepts no `eslint.config.mjs` but n8n's own, whose rules for a node's code hold for
 * every TypeScript file. With this flag, which is the default from ESLint 10 on, the configuration
 * nearest to a file counts: the folders that never ship have one that leaves them out.
 */
const NEAREST_CONFIGURATION = { ESLINT_FLAGS: 'unstable_config_lookup_from_file' };

const LINTERS = [
	{
		name: "n8n's linter",
		script: '@n8n/node-cli/bin/n8n-node.mjs',
		args: ['lint'],
		environment: NEAREST_CONFIGURATION,
	},
	{
		name: 'the rules of the house',
		script: 'eslint/bin/eslint.js',
		args: ['.', '--config', 'eslint.house.config.mjs', '--max-warnings', '0'],
	},
	{ name: 'the formatting', script: 'prettier/bin/prettier.cjs', args: ['--check', '.'] },
];

function passes({ name, script, args, environment = {} }) {
	const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
		cwd: ROOT,
		env: { ...process.env, ...environment },
		stdio: 'inherit',
	});
	console.log(`${status === 0 ? 'passed' : 'FAILED'}: ${name}`);
	return status === 0;
}

/** All of them, unless one is named. */
const [wanted] = process.argv.slice(2);
const outcomes = LINTERS.filter(({ name }) => wanted === undefined || name === wanted).map(passes);
if (outcomes.length === 0) throw new TypeError(`There is no linter “${wanted}”`);
process.exitCode = outcomes.every(Boolean) ? 0 : 1;
