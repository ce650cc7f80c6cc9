import type { ExternalSystems } from '../externalSystems/externalSystems';
import type { N8nInstance, PollingMode } from '../n8n/settings';

/** The n8n that is killed in one mode, with a service and a sink of its own. */
export interface Target {
	readonly mode: PollingMode;
	readonly n8n: N8nInstance;
	readonly systems: ExternalSystems;
}
