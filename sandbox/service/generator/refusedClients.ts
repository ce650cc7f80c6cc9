import { pick, share } from './randomness';
import { type ClientRequest, requestsOf } from './requests';
import type { ServiceEntry } from './services';

/** A client that is refused one service, again and again. Nobody is named but in its certificate. */
export interface RefusedClient {
	readonly requests: readonly ClientRequest[];
	/** What is said of it, up to the ports. */
	readonly complaint: string;
}

const SERVICE_SALT = 62;
const HOUR_MS = 3_600_000;
const SERIES_MS = 12 * HOUR_MS;

/** Of every three one has no certificate at all. */
export function refusedClientsOf(
	seed: number,
	count: number,
	services: readonly ServiceEntry[],
): RefusedClient[] {
	return Array.from({ length: count }, (_, index) => {
		const service = pick(services, share(seed, index, SERVICE_SALT));
		return {
			requests: requestsOf(seed, index, `203.0.113.${index + 1}`, [service]),
			complaint:
				index % 3 === 2
					? 'No valid client certificate'
					: `Client ManagedDevice-A${index + 1} has NO authorized role. Policy infra version 8: Client roles=[]`,
		};
	});
}

/**
 * What is logged of a refused client. Every hour or two it is told again: since when, by a Go
 * program's clock.
 */
export function refusalMessage(
	{ complaint }: RefusedClient,
	{ path }: ClientRequest,
	createdAtMs: number,
	isToldAgain: boolean,
): string {
	const said = `${complaint}: ${path}`;
	if (!isToldAgain) return said;
	const beganMs = createdAtMs - HOUR_MS - ((createdAtMs + complaint.length) % SERIES_MS);
	const began = new Date(beganMs).toISOString();
	const uptime = (beganMs % 1_000_000_007) / 1000;
	return `Since ${began.slice(0, 10)} ${began.slice(11, 23)}098752 +0000 UTC m=+${uptime}: PERIODIC ${said}`;
}
