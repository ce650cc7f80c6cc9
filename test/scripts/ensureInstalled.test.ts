import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Packages = Readonly<Record<string, object>>;

const MODULE = pathToFileURL(join(__dirname, '../../scripts/ensureInstalled.mjs')).href;
/** Only notes how it was called, in the folder that it was called for. */
const FAKE_NPM = '#!/bin/sh\necho "$1" >> npm-calls\n';

const ONE = { version: '1.0.0', integrity: 'sha512-one' };
const TWO = { version: '2.0.0', integrity: 'sha512-two' };
const ELSEWHERE = { version: '3.0.0', integrity: 'sha512-three', optional: true, os: ['other'] };
const PACKAGES: Packages = { 'node_modules/one': ONE, 'node_modules/one/node_modules/two': TWO };
const LOCKED: Packages = { ...PACKAGES, 'node_modules/elsewhere': ELSEWHERE };

let folder: string;
/** Lines that people were shown. */
let said: string[];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'ensure-installed-'));
	mkdirSync(join(folder, 'bin'));
	writeFileSync(join(folder, 'bin', 'npm'), FAKE_NPM, { mode: 0o755 });
	lock(LOCKED);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function lock(packages: Packages): void {
	const lockfile = { lockfileVersion: 3, packages: { '': { name: 'some-package' }, ...packages } };
	writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockfile));
}

/** What `npm ci` leaves behind. */
function install(packages: Packages): void {
	for (const path of Object.keys(packages)) {
		mkdirSync(join(folder, path), { recursive: true });
		writeFileSync(join(folder, path, 'package.json'), '{}');
	}
	writeFileSync(
		join(folder, 'node_modules', '.package-lock.json'),
		JSON.stringify({ lockfileVersion: 3, packages }, null, 2),
	);
}

/** What npm was called for. */
function ensureInstalled(): string[] {
	const script = `
		import { ensureInstalled } from ${JSON.stringify(MODULE)};
		await ensureInstalled(${JSON.stringify(folder)}, 'Installing');
	`;
	const path = [join(folder, 'bin'), process.env.PATH].join(delimiter);
	const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
		env: { ...process.env, PATH: path },
		encoding: 'utf8',
	});
	said = stderr.trim().split('\n');
	const calls = join(folder, 'npm-calls');
	return existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
}

it.each<[what: string, installed: Packages, locked: Packages, calls: readonly string[]]>([
	['leaves an installation alone that npm itself has made', PACKAGES, LOCKED, []],
	['installs what has other content', PACKAGES, { ...LOCKED, 'node_modules/one': TWO }, ['ci']],
])('%s', (_what, installed, locked, calls) => {
	install(installed);
	lock(locked);
	expect(ensureInstalled()).toEqual(calls);
});

it('installs where nothing is installed, and where a recorded package is gone', () => {
	expect(ensureInstalled()).toEqual(['ci']);
	expect(said).toEqual([
		'Installing',
		expect.stringMatching(/^ {2}0 of 2 packages, \d+ MB on the disk$/),
	]);
	install(PACKAGES);
	rmSync(join(folder, 'node_modules/one/node_modules'), { recursive: true });
	expect(ensureInstalled()).toEqual(['ci', 'ci']);
});

it('says that npm has failed, and where', () => {
	writeFileSync(join(folder, 'bin', 'npm'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
	expect(ensureInstalled()).toEqual([]);
	expect(said).toContainEqual(expect.stringContaining(`has failed in ${folder}`));
});
