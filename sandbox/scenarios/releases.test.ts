import { afterAll, describe, expect } from 'vitest';
import type { Lab } from '../lab/lab';
import { failuresIn, findAll, unlessItFails } from '../lab/releases/checks';
import { probeCore } from '../lab/releases/coreProbe';
import { hasMode, installRelease } from '../lab/releases/installedRelease';
import { probedN8n } from '../lab/releases/probedN8n';
import { SERVICE_BEHAVIOUR, history } from '../lab/releases/probes';
import { releasesFor } from '../lab/releases/releases';
import { toTable, writeTable, type Row } from '../lab/releases/table';
import { test } from '../lab/test';
import { single } from '../lab/topologies/single';
import { POLLING_MODES } from '../n8n/settings';

/** Which releases, and what of each: all of n8n, or only the part that runs nodes. */
const { RELEASES, PART = RELEASES === undefined ? 'core' : 'all' } = process.env;
const LAB = { published: [], history: history(), behaviour: SERVICE_BEHAVIOUR };

/** In the order of the table; not known until its test has ended. */
const rows = new Map<string, Row | undefined>();

async function findInLab(opening: Promise<Lab>) {
	const lab = await opening;
	return await findAll(probedN8n(lab, await lab.api()));
}

describe('the package in n8n', async () => {
	for (const release of await releasesFor(RELEASES ?? 'all')) {
		const { version, core } = release;
		if (PART === 'core' || release.isCoreOnly) {
			rows.set(version, undefined);
			test(`${version}: n8n-core alone`, async ({ base, folder, run }) => {
				const findings = await unlessItFails(probeCore(release, base, folder, run.signal));
				rows.set(version, { version, ran: `n8n-core ${core}`, mode: 'inMemory', findings });
				expect(failuresIn(findings)).toEqual([]);
			});
			continue;
		}
		let installing: ReturnType<typeof installRelease> | undefined;
		describe(version, () => {
			for (const mode of POLLING_MODES) rows.set(version + mode, undefined);
			test.concurrent.for(POLLING_MODES)(
				'%s',
				async (mode, { base: sandbox, openLab, run, skip }) => {
					installing ??= installRelease(release, sandbox, run.signal);
					const base = await installing;
					if (!hasMode(base.installation, mode)) {
						rows.delete(version + mode);
						skip('it has no such mode');
					}
					const topology = single(mode, { base });
					const findings = await unlessItFails(findInLab(openLab({ topology, ...LAB })));
					rows.set(version + mode, { version, ran: 'all', mode, findings });
					expect(failuresIn(findings)).toEqual([]);
				},
			);
		});
	}

	afterAll(() => {
		const found = [...rows.values()].flatMap((row) => row ?? []);
		console.error(toTable(found));
		const isWhole = RELEASES === 'all' && PART === 'all' && found.length === rows.size;
		if (isWhole) writeTable(toTable(found));
	});
});
