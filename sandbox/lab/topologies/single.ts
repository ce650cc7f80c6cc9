import { sqliteOf } from '../../n8n/database';
import type { InstanceBase } from '../../n8n/instance';
import { createEmptyInstance } from '../../n8n/instance';
import { N8nProcess } from '../../n8n/n8nProcess';
import type { PollingMode } from '../../n8n/settings';
import type { N8n, Topology } from './topology';

/** One process of n8n with a database in its folder, in a polling mode; of another release where its base is given. */
export function single(pollingMode: PollingMode, ofRelease?: InstanceBase): Topology<N8n> {
	return async ({ base, folder, timezone, port }, run) => {
		const n8n = await createEmptyInstance(ofRelease ?? base, {
			userFolder: folder,
			timezone,
			pollingMode,
			port,
		});
		const main = new N8nProcess(n8n, run);
		return {
			main,
			database: { path: sqliteOf(n8n.settings).path },
			start: () => main.start(),
			stop: () => main.stop(),
		};
	};
}
