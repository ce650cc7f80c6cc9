import type { CommandRun } from '../command/command';
import type { Endpoints } from '../n8n/imports';
import { portToListenOn } from '../processes/freePort';
import type { EventLogService, RequestObserver, ServiceBehaviour } from '../service';
import { DEFAULT_BEHAVIOUR, seededLog, startEventLogService } from '../service';
import type { Sink, SinkOptions } from '../sink/sink';
import { startSink } from '../sink/sink';
import { PollTracker } from './pollTracker';

/** What n8n talks to: the simulated service on one side, the sink on the other. */
export interface ExternalSystems {
	readonly service: EventLogService;
	readonly sink: Sink;
	readonly polls: PollTracker;
	readonly endpoints: Endpoints;
}

interface ExternalSystemsOptions {
	/** How many events the log holds from the start. */
	readonly events: number;
	/** They are spread evenly from here to the present, epoch milliseconds. */
	readonly startMs: number;
	readonly behaviour?: Partial<ServiceBehaviour>;
	/** Told of the service's requests after the tracker of polls. */
	readonly observers?: readonly RequestObserver[];
	/** Any that is free unless given, or if it is in use. */
	readonly servicePort?: number;
	readonly sink?: SinkOptions;
}

/** Of the organization whose log the service holds. */
export const SEED = 20_260_101;
/** Even history has events that share their timestamp. */
const TIE_WIDTH = 3;

function tellAll(observers: readonly RequestObserver[]): RequestObserver {
	return {
		onRequest: (request) => observers.forEach((observer) => observer.onRequest?.(request)),
		onResponse: (request) => observers.forEach((observer) => observer.onResponse?.(request)),
	};
}

/** Starts both, to be stopped with the run. */
export async function startExternalSystems(
	options: ExternalSystemsOptions,
	{ teardown }: CommandRun,
): Promise<ExternalSystems> {
	const { events, startMs, behaviour, observers = [], servicePort } = options;
	const polls = new PollTracker(behaviour?.maxLimit ?? DEFAULT_BEHAVIOUR.maxLimit);
	const service = await startEventLogService({
		log: seededLog({ events, seed: SEED, startMs, endMs: Date.now(), tieWidth: TIE_WIDTH }),
		behaviour,
		observer: tellAll([polls.observer, ...observers]),
		port: await portToListenOn(servicePort),
	});
	teardown.add(() => service.close());
	const sink = await startSink(options.sink);
	teardown.add(() => sink.close());
	return {
		service,
		sink,
		polls,
		endpoints: { serviceUrl: service.baseUrl, sinkUrl: sink.baseUrl },
	};
}
