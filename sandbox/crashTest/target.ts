import type { CommandRun } from '../command/command';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import { startExternalSystems } from '../externalSystems/externalSystems';
import { DELIVERY_WORKFLOW, type TriggerParameters } from '../n8n/imports';
import type { InstanceBase } from '../n8n/instance';
import type { N8nInstance } from '../n8n/settings';
import { createInstance, temporaryUserFolder } from '../n8n/instance';
import type { PollingMode } from '../n8n/settings';

/** The n8n that is killed in one mode, with a service and a sink of its own. */
export interface Target {
	readonly mode: PollingMode;
	readonly n8n: N8nInstance;
	readonly systems: ExternalSystems;
}

const DAY_MS = 86_400_000;
const HISTORY_EVENTS = 2_000;
/** Several pages to a poll, and a new access token for most of them. */
const BEHAVIOUR = { maxLimit: 100, accessTokenLifetimeMs: 45_000, tieOrder: 'shuffled' } as const;

/** Sets up everything for one mode, the trigger's workflow published; n8n itself isn't started. */
export async function prepareTarget(
	mode: PollingMode,
	triggerParameters: TriggerParameters,
	base: InstanceBase,
	run: CommandRun,
): Promise<Target> {
	const systems = await startExternalSystems(
		{ events: HISTORY_EVENTS, startMs: Date.now() - DAY_MS, behaviour: BEHAVIOUR },
		run,
	);
	const n8n = await createInstance(
		base,
		{
			userFolder: temporaryUserFolder(`crash-test-${mode}`),
			endpoints: systems.endpoints,
			timezone: 'UTC',
			pollingMode: mode,
			publishedWorkflows: [DELIVERY_WORKFLOW],
			triggerParameters,
		},
		run.signal,
	);
	return { mode, n8n, systems };
}
