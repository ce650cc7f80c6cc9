import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EventLog } from '../eventLog';
import type { EventLogService } from '../service';
import type { Additions } from './additions';
import { readBehaviour } from './behaviourJson';
import { readEvents } from './eventJson';
import { readPlannedFault } from './faultJson';
import { readStreamOptions } from './streamJson';

const PAGE = 10_000;

function bodyOf(request: FastifyRequest): unknown {
	return typeof request.body === 'string' ? JSON.parse(request.body) : {};
}

function queryNumber(request: FastifyRequest, name: string, byDefault: number): number {
	const text = new URL(request.url, 'http://service').searchParams.get(name);
	if (text === null) return byDefault;
	if (!/^\d+$/.test(text)) throw new TypeError(`${name} must be a number`);
	return Number(text);
}

function pageOf<T>(request: FastifyRequest, list: readonly T[]) {
	const skip = queryNumber(request, 'skip', 0);
	const limit = queryNumber(request, 'limit', PAGE);
	return { total: list.length, data: list.slice(skip, skip + limit) };
}

/** Ids of the half-open range [startMs, endMs), visible or not, oldest first. */
function idsWithin(request: FastifyRequest, log: EventLog) {
	const from = log.firstAtOrAfter(queryNumber(request, 'startMs', 0));
	const end = log.firstAtOrAfter(queryNumber(request, 'endMs', Number.MAX_SAFE_INTEGER));
	const start = from + queryNumber(request, 'skip', 0);
	const stop = Math.min(end, start + queryNumber(request, 'limit', PAGE));
	const data = [];
	for (let position = start; position < stop; position++) {
		data.push({ id: log.attributeAt(position, 'id'), createdAtMs: log.timeAt(position) });
	}
	return { total: Math.max(0, end - from), data };
}

/**
 * Paths under `/control` by which a sandbox steers and questions a service in a process of its own.
 * What can't be read is answered with 400 and `{ "message" }`.
 */
export function addControlRoutes(
	app: FastifyInstance,
	service: EventLogService,
	additions: Additions,
): void {
	void app.register(
		(control, _options, done) => {
			control.setErrorHandler(async (error, _request, reply) => {
				const message = error instanceof Error ? error.message : String(error);
				return reply.code(400).send({ message });
			});
			control.get('/stats', () => ({
				events: service.log.size,
				created: additions.created.length,
				requests: service.requests.length,
				faults: service.faults.pending,
			}));
			control.get('/events', (request) => idsWithin(request, service.log));
			control.get('/created', (request) => pageOf(request, additions.created));
			control.get('/requests', (request) => pageOf(request, service.requests));
			control.get('/behaviour', () => service.behaviour);
			addCommands(control, service, additions);
			done();
		},
		{ prefix: '/control' },
	);
}

function addCommands(control: FastifyInstance, service: EventLogService, additions: Additions) {
	control.patch('/behaviour', (request) =>
		Object.assign(service.behaviour, readBehaviour(bodyOf(request))),
	);
	control.post('/events', (request) => ({ data: additions.add(readEvents(bodyOf(request))) }));
	control.post('/stream', (request) => {
		additions.startStream(readStreamOptions(bodyOf(request)));
		return { streaming: true };
	});
	control.delete('/stream', () => {
		additions.stopStream();
		return { streaming: false };
	});
	control.post('/faults', (request) => {
		const { fault, options } = readPlannedFault(bodyOf(request));
		service.failNext(fault, options);
		return { faults: service.faults.pending };
	});
	control.delete('/faults', () => {
		service.faults.clear();
		return { faults: 0 };
	});
	control.post('/expireAccessTokens', () => {
		service.expireAccessTokens();
		return { expired: true };
	});
	control.delete('/requests', () => {
		service.requests.length = 0;
		return { requests: 0 };
	});
}
