import { mergeExecutions } from '../crashTest/n8nDatabase';
import type { N8nInstallation } from '../n8n/installation';
import type { QueueExecution } from './n8nTables';
import { readTables } from './n8nTables';
import type { Postgres } from './servers/postgres';

/** Remembers what n8n's executions held when it was looked at: n8n empties some that it gives up. */
export class ExecutionRecorder {
	private merged: QueueExecution[] = [];

	constructor(
		private readonly installation: N8nInstallation,
		private readonly postgres: Postgres,
	) {}

	/** All that has been seen, by id, with the newest status of each. */
	get seen(): readonly QueueExecution[] {
		return this.merged;
	}

	/** Gives n8n's executions as they are now. @throws Error when its database can't be read */
	async look(): Promise<readonly QueueExecution[]> {
		const executions = await readTables(this.installation, this.postgres);
		this.merged = mergeExecutions([this.merged, executions]);
		return executions;
	}
}
