import { createEmptyInstance } from '../../n8n/instance';
import { N8nProcess } from '../../n8n/n8nProcess';
import type { PollingMode } from '../../n8n/settings';
import { startPostgres } from '../servers/postgres';
import type { RestartableServer } from '../servers/restartableServer';
import { WITHOUT_EDITOR, type N8n, type Topology } from './topology';

/** An n8n with its database in a server. */
export interface N8nOnPostgres extends N8n {
	readonly postgres: RestartableServer;
}

/** One process of n8n with a PostgreSQL, in a polling mode. */
export function onPostgres(pollingMode: PollingMode): Topology<N8nOnPostgres> {
	return async ({ base, folder, timezone, port }, run) => {
		const postgres = await startPostgres(folder, run);
		const n8n = await createEmptyInstance(base, {
			...{ userFolder: folder, timezone, pollingMode, port },
			...{ hasOwnDatabase: true, variables: { ...WITHOUT_EDITOR, ...postgres.variables } },
		});
		const main = new N8nProcess(n8n, run);
		return {
			...{ main, postgres: postgres.server },
			database: { env: postgres.clientEnv },
			start: () => main.start(),
			stop: () => main.stop(),
		};
	};
}
