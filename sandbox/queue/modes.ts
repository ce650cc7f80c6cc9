import type { TriggerParameters } from '../n8n/imports';
import type { PollingMode } from '../n8n/settings';

/** A way to run n8n in queue mode; both ways to keep binary data are among them. */
export interface QueueMode {
	readonly mode: PollingMode;
	/** Where n8n keeps the files that executions make. */
	readonly binaryData: 'database' | 'filesystem';
	/** How the trigger is set. */
	readonly trigger: TriggerParameters;
	/** Whether the trigger delivers again what came last before a restart, and says so. */
	readonly repeats: boolean;
}

/** n8n's default, with which nothing is lost where the trigger repeats; and the one that loses nothing by itself. */
export const QUEUE_MODES: readonly QueueMode[] = [
	{
		mode: 'inMemory',
		binaryData: 'database',
		trigger: { options: { afterRestart: 'repeatLast' } },
		repeats: true,
	},
	{
		mode: 'durableCursors',
		binaryData: 'filesystem',
		trigger: { options: { afterRestart: 'goOn' } },
		repeats: false,
	},
];
