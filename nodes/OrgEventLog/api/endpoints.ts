import type { RequestFacts } from '../errors/kinds/failureTypes';
import type { ServiceAccess } from './credentialFields';

export type Endpoint = 'events' | 'events/count' | 'events/feed';

/** Parameters have the API's names and units: `after` is in milliseconds, `start_time` in nanoseconds. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** Gives the path of an endpoint, which follows the base URL. */
export function apiPathOf({ apiVersion }: ServiceAccess, endpoint: Endpoint): string {
	return `/api/${apiVersion}/${endpoint}`;
}

/** Gives all that a failure may tell about its request. */
export function requestFactsOf(
	{ baseUrl: { href, origin }, authentication, apiVersion }: ServiceAccess,
	apiPath: string,
): RequestFacts {
	const basePath = href.slice(origin.length);
	return { authentication, apiVersion, origin, basePath, apiPath };
}
