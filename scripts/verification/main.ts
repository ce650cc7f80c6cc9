import { join } from 'node:path';
import { openProject } from '../preflight/project';
import { listTarball } from '../preflight/tarball';
import type { Demand, Outcome } from './demand';
import { demandsOn } from './demands';

interface Judged {
	readonly demand: Demand;
	readonly outcome: Outcome;
}

function isMissed(outcome: Outcome): boolean {
	return 'met' in outcome && !outcome.met;
}

function describe({ demand, outcome }: Judged): string {
	if ('publisher' in outcome) {
		return `  publisher must  ${demand.text}\n                  → ${outcome.publisher}`;
	}
	const why = outcome.met || !outcome.why ? '' : `\n                  → ${outcome.why}`;
	return `  ${outcome.met ? 'pass' : 'FAIL'}            ${demand.text}${why}`;
}

/** Prints n8n's demands with what became of each, and gives whether none was missed. */
function verify(): boolean {
	const project = openProject(join(__dirname, '../..'));
	const demands = demandsOn(project, listTarball(project.root));
	const judged = demands.map((demand) => ({ demand, outcome: demand.check() }));
	for (const chapter of new Set(demands.map((demand) => demand.chapter))) {
		const lines = judged.filter(({ demand }) => demand.chapter === chapter).map(describe);
		console.log(`\n${chapter}\n${lines.join('\n')}`);
	}
	const missed = judged.filter(({ outcome }) => isMissed(outcome)).length;
	const open = judged.filter(({ outcome }) => 'publisher' in outcome).length;
	console.log(`\n${judged.length - missed - open} pass, ${missed} fail, ${open} for the publisher`);
	return missed === 0;
}

process.exitCode = verify() ? 0 : 1;
