import { sqliteOf } from '../../n8n/database';
import type { InstanceBase } from '../../n8n/instance';
import { createEmptyInstance } from '../../n8n/instance';
import { N8nProcess } from '../../n8n/n8nProcess';
import type { PollingMode } from '../../n8n/settings';
import { WITHOUT_EDITOR, type N8n, type Topology } from './topology';

interface SingleOptions {
	/** Of another release. */
	readonly base?: InstanceBase;
	/** Of n8n's environment, besides what every instance has. */
	readonly variables?: Readonly<Record<string, string>>;
}

/** One process of n8n with a database in its folder, in a polling mode. */
export function single(pollingMode: PollingMode, options: SingleOptions = {}): Topology<N8n> {
	return async ({ base, folder, timezone, port }, run) => {
		const n8n = await createEmptyInstance(options.base ?? base, {
			...{ userFolder: folder, timezone, pollingMode, port },
			variables: { ...WITHOUT_EDITOR, ...options.variables },
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
