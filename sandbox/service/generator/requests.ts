import type { ClientRecord } from '../eventRecord';
import type { JsonObject } from '../exactJson';
import { pick, share } from './randomness';
import type { ServiceEntry } from './services';

/** What a client asked of a service; of several from one address each has a port of its own. */
export interface ClientRequest {
	readonly client: ClientRecord;
	readonly service: ServiceEntry;
	/** `203.0.113.7:51724->172.31.1.88:443` */
	readonly path: string;
	readonly link: JsonObject;
}

/** How many of each address, shared by all events of it. */
const REQUESTS = 16;
const PORT_SALT = 60;
const SERVICE_SALT = 61;
const GATEWAY = { ip: '172.31.1.88', port: 443 };

/** Requests from an address to some of the services. `client`: a number of its own. */
export function requestsOf(
	seed: number,
	client: number,
	address: string,
	services: readonly ServiceEntry[],
): ClientRequest[] {
	return Array.from({ length: REQUESTS }, (_, index) => {
		const draw = client * REQUESTS + index;
		const port = 1024 + Math.floor(share(seed, draw, PORT_SALT) * 64_000);
		const service = pick(services, share(seed, draw, SERVICE_SALT));
		const from = `${address}:${port}`;
		return {
			client: { ip_address: from, user_agent: '' },
			service,
			path: `${from}->${GATEWAY.ip}:${GATEWAY.port}`,
			link: {
				source: { ip: address, port, service_name: '' },
				destination: { ...GATEWAY, service_name: service.name },
			},
		};
	});
}
