import type { RequestFacts } from '../errors/kinds/facts';
import type { Account } from './credentialFields';

export type Endpoint = 'events' | 'events/count' | 'events/feed';

/** Parameters have the names of the API, and times are epoch milliseconds. Undefined ones are not sent. */
export interface Query {
	readonly after?: number;
	readonly before?: number;
	readonly [filter: string]: string | number | undefined;
}

export function apiPathOf({ apiVersion }: Account, endpoint: Endpoint): string {
	return `/api/${apiVersion}/${endpoint}`;
}

/** A failure may tell this of its request, and nothing else. */
export function requestFactsOf(
	{ baseUrl: { href, origin }, authentication, apiVersion }: Account,
	apiPath: string,
	{ after: afterMs, before: beforeMs }: Query = {},
): RequestFacts {
	const basePath = href.slice(origin.length);
	return { authentication, apiVersion, origin, basePath, apiPath, afterMs, beforeMs };
}
