import type { CommandRun } from '../command/command';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import { startExternalSystems } from '../externalSystems/externalSystems';
import { DEFAULT_API_KEY, DEFAULT_REFRESH_TOKEN } from '../service';
import type { EventLogService } from '../service';
import type { WayIn } from './probes';

const EVENTS = 400;
const SPAN_MS = 86_400_000;
/** Reading the log takes several pages. */
export const SERVICE_BEHAVIOUR = { maxLimit: 150 };
/** Less than a page: the answer breaks off in the middle. */
const BROKEN_AFTER_BYTES = 2_000;

/** The log at the start: of the last day. */
export function logOptions() {
	const endMs = Date.now();
	return { seed: 1, events: EVENTS, startMs: endMs - SPAN_MS, endMs };
}

/** A service and a sink for one release in one mode. */
export async function startWorld(run: CommandRun): Promise<ExternalSystems> {
	const { events, startMs } = logOptions();
	return await startExternalSystems({ events, startMs, behaviour: SERVICE_BEHAVIOUR }, run);
}

/** What a user enters for a credential, with the field that n8n fills by itself. */
export function credentialFields(wayIn: WayIn, baseUrl: string): Readonly<Record<string, string>> {
	const fields = { baseUrl, apiVersion: 'v1', accessToken: '' };
	if (wayIn === 'apiKey')
		return { ...fields, authentication: 'apiKey', apiKey: DEFAULT_API_KEY, refreshToken: '' };
	const refreshToken = wayIn === 'refreshToken' ? DEFAULT_REFRESH_TOKEN : 'revoked-long-ago';
	return { ...fields, authentication: 'refreshToken', refreshToken, apiKey: '' };
}

/** What List gets next: no answer at all, then one that breaks off in the middle. */
export function breakConnections(service: EventLogService): void {
	service.failNext({ drop: true }, { match: 'list' });
	service.failNext({ dropAfterBytes: BROKEN_AFTER_BYTES }, { match: 'list' });
}
