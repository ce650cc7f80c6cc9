import { parse } from 'yaml';
import { readPage } from '../../scripts/docs/pages';

// No well-kept package brings the schema of compose files: what `docker compose config` accepts is written out.
it('the compose file of the installation is one, keeps its data, and names the package as n8n reads it', () => {
	const [, text = ''] = /```yaml\n([^]*?)```/.exec(readPage('docs/install.md')) ?? [];
	expect(parse(text)).toEqual({
		services: {
			n8n: {
				image: 'docker.n8n.io/n8nio/n8n',
				restart: 'unless-stopped',
				ports: ['5678:5678'],
				volumes: ['n8n_data:/home/node/.n8n'],
				environment: {
					N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
					N8N_COMMUNITY_PACKAGES: JSON.stringify([{ name: 'n8n-nodes-org-event-log' }]),
				},
			},
		},
		volumes: { n8n_data: null },
	});
});
