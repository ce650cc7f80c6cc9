import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { N8N_NODES } from '../places';

function versionOf(manifest: string): string {
	const parsed: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
	const isManifest = typeof parsed === 'object' && parsed !== null && 'version' in parsed;
	return isManifest ? String(parsed.version) : 'unknown';
}

/** What the figures were taken on, one fact a line. */
export function describeMachine(nodePath: string): string[] {
	const load = createRequire(__filename);
	const cores = cpus();
	const node = execFileSync(nodePath, ['--version'], { encoding: 'utf8' }).trim();
	const core = versionOf(join(load.resolve('n8n-core'), '..', '..', 'package.json'));
	return [
		`${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 1e9)} GB of memory`,
		`Node ${node} for the service and all contestants`,
		`n8n-core ${core}, n8n-nodes-base ${versionOf(join(N8N_NODES, '..', '..', 'package.json'))}`,
	];
}
