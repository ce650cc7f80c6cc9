import { setMaxListeners } from 'node:events';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Accounts } from './accounts';
import { defaultAccounts } from './accounts';
import { AccessTokens } from './accessTokens';
import type { ServiceBehaviour } from './behaviour';
import { DEFAULT_BEHAVIOUR } from './behaviour';
import { EventLog } from './eventLog';
import { Exchange } from './exchange';
import type { Fault, FaultOptions } from './faults';
import { FaultPlan } from './faults';
import type { RecordedRequest, RequestObserver } from './requests';

export interface EventLogServiceOptions {
	/** An empty log unless given. */
	readonly log?: EventLog;
	readonly behaviour?: Partial<ServiceBehaviour>;
	/** Epoch milliseconds: token expiry, visibility, `Date` header and rate limit go by it. */
	readonly clock?: () => number;
	/** How many requests are remembered; 100,000 unless given. */
	readonly rememberedRequests?: number;
	/** Told of every request as it goes. */
	readonly observer?: RequestObserver;
	/** Any that is free unless given. */
	readonly port?: number;
}

/** A running simulated service on the loopback interface. */
export interface EventLogService {
	/** `http://127.0.0.1:port`, without a slash at the end. */
	readonly baseUrl: string;
	readonly log: EventLog;
	/** May be changed or replaced while the service runs; read anew by every request. */
	behaviour: ServiceBehaviour;
	/** May be changed while the service runs. */
	readonly accounts: Accounts;
	/** Every request, oldest first; emptied by `length = 0`. */
	readonly requests: RecordedRequest[];
	/** Plans a fault for the next matching requests. Gives the way to call it off. */
	failNext(fault: Fault, options?: FaultOptions): () => void;
	/** Forgets faults that have not come to pass, and tells how many are left to come. */
	readonly faults: { clear(): void; readonly pending: number };
	/** Invalidates every access token issued so far. */
	expireAccessTokens(): void;
	/** Every access token issued so far, oldest first, whether or not it is still accepted. */
	readonly issuedAccessTokens: readonly string[];
	/** Ends all connections, also those kept waiting, and stops listening. */
	close(): Promise<void>;
}

const REMEMBERED_REQUESTS = 100_000;

function createApp(): FastifyInstance {
	const app = fastify({ forceCloseConnections: true });
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	return app;
}

/** Starts the service. @throws Error where the port that was given is in use */
export async function startEventLogService(
	options: EventLogServiceOptions = {},
): Promise<EventLogService> {
	const { log = new EventLog(), clock = Date.now } = options;
	const accounts = defaultAccounts();
	const remembered = options.rememberedRequests ?? REMEMBERED_REQUESTS;
	const app = createApp();
	const tokens = new AccessTokens(accounts, clock);
	const faults = new FaultPlan();
	const end = new AbortController();
	// Any number of requests may be kept waiting at once.
	setMaxListeners(0, end.signal);
	let baseUrl = '';

	const service: EventLogService = {
		get baseUrl() {
			return baseUrl;
		},
		log,
		behaviour: { ...DEFAULT_BEHAVIOUR, ...options.behaviour },
		accounts,
		requests: [],
		faults,
		failNext: (fault, faultOptions) => faults.add(fault, faultOptions),
		expireAccessTokens: () => tokens.expireAll(),
		get issuedAccessTokens() {
			return tokens.all;
		},
		close: async () => {
			end.abort();
			await app.close();
		},
	};
	const record = (request: RecordedRequest) => {
		if (service.requests.push(request) > remembered) service.requests.shift();
	};
	const exchange = new Exchange({
		...{ log, tokens, faults, end: end.signal, clock, record },
		behaviour: () => service.behaviour,
		observer: options.observer ?? {},
	});
	app.all('/api/*', exchange.handle);
	app.setNotFoundHandler(exchange.handle);
	baseUrl = await app.listen({ port: options.port ?? 0, host: '127.0.0.1' });
	return service;
}
