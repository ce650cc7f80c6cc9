export type Operation = 'list' | 'count' | 'feed' | 'tokenExchange' | 'other';

/** One request that reached the service, and what became of it. */
export interface RecordedRequest {
	readonly method: string;
	readonly path: string;
	/** The decoded query; of a repeated parameter the last value. */
	readonly query: Readonly<Record<string, string>>;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
	readonly operation: Operation;
	/** When it arrived, by the service's clock. */
	readonly atMs: number;
	/** The status answered; 0 while there is none, and for good when the connection was dropped. */
	status: number;
	/** How many events the answer held. */
	events: number;
}

/** Whom to tell of requests as they go. */
export interface RequestObserver {
	/** It has arrived; nothing has been done for it yet. */
	onRequest?(request: RecordedRequest): void;
	/** The last byte of an answer has been handed to the network. */
	onResponse?(request: RecordedRequest): void;
}

const OPERATIONS: ReadonlyArray<readonly [RegExp, string, Operation]> = [
	[/^\/api\/v[12]\/events$/, 'GET', 'list'],
	[/^\/api\/v[12]\/events\/count$/, 'GET', 'count'],
	[/^\/api\/v[12]\/events\/feed$/, 'GET', 'feed'],
	[/^\/api\/v1\/refresh_token$/, 'POST', 'tokenExchange'],
];

/** The operation that a method and path name, whether or not the service offers it now. */
export function operationOf(method: string, path: string): Operation {
	const known = OPERATIONS.find(([pattern, verb]) => verb === method && pattern.test(path));
	return known?.[2] ?? 'other';
}
