import type { RequestFacts } from '../errors/kinds/facts';
import type { Account } from './credentialFields';

export type Endpoint = 'events' | 'events/count' | 'events/feed';

/** Parameters have the names of the API, and times are epoch milliseconds. Undefined ones are not sent. */
export type Query = Readonly<Record<string, string | number | undefined>>;

export function apiPathOf({ apiVersion }: Account, endpoint: Endpoint): string {
	return `/api/${apiVersion}/${endpoint}`;
}

/** A failure may tell this of its request, and nothing else. */
export function requestFactsOf(
	{ baseUrl: { href, origin }, authentication, apiVersion }: Account,
	apiPath: string,
): RequestFacts {
	const basePath = href.slice(origin.length);
	return { authentication, apiVersion, origin, basePath, apiPath };
}
