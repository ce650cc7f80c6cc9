import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../../scripts/docs/pages';

interface Service {
	readonly image: string;
	readonly restart?: string;
	readonly ports: readonly string[];
	readonly volumes: readonly string[];
	readonly environment: Readonly<Record<string, unknown>>;
}
interface ComposeFile {
	readonly services: Readonly<Record<string, Service>>;
	readonly volumes: Readonly<Record<string, unknown>>;
}

/** No well-kept package brings the schema of compose files, so what `docker compose config` asks of this one is asked here. */
const composeFile = parse(
	/```yaml\n([^]*?)```/.exec(readFileSync(join(ROOT, 'docs/install.md'), 'utf8'))?.[1] ?? '',
) as ComposeFile;
const services = Object.entries(composeFile.services);

it('the compose file has services and volumes, and nothing that compose files do not have', () => {
	expect(Object.keys(composeFile).sort()).toEqual(['services', 'volumes']);
	expect(services.map(([name]) => name)).toEqual(['n8n']);
	for (const [, service] of services) {
		expect(Object.keys(service).sort()).toEqual(
			['environment', 'image', 'ports', 'restart', 'volumes'].sort(),
		);
		expect(service.image).toMatch(/^[\w.-]+(?:\/[\w.-]+)*(?::[\w.-]+)?$/);
		expect(['no', 'always', 'on-failure', 'unless-stopped']).toContain(service.restart);
	}
});

it.each(services)('each named volume of %s is declared', (_, { volumes }) => {
	expect(volumes.length).toBeGreaterThan(0);
	for (const volume of volumes) {
		const [, name = '', path = ''] = /^([a-z][\w-]*):(\/[\w./-]+)$/.exec(volume) ?? [];
		expect(Object.keys(composeFile.volumes)).toContain(name);
		expect(path).toBe('/home/node/.n8n');
	}
});

it.each(services)('the port of %s can be reached, and is text', (_, { ports }) => {
	expect(ports).toEqual(['5678:5678']);
});

it.each(services)('the environment of %s is text, as n8n reads it', (_, { environment }) => {
	for (const value of Object.values(environment)) expect(typeof value).toBe('string');
	const packages: unknown = JSON.parse(String(environment.N8N_COMMUNITY_PACKAGES));
	expect(packages).toEqual([{ name: 'n8n-nodes-org-event-log' }]);
});
