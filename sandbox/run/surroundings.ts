import { DateTime } from 'luxon';
import { seededLog, startEventLogService } from '../service';
import type { EventLogService, ServiceBehaviour } from '../service';
import type { Teardown } from '../processes/teardown';
import type { Sink, SinkListener } from '../sink/sink';
import { startSink } from '../sink/sink';

/** What n8n talks to: the simulated service on one side, the sink on the other. */
export interface Surroundings {
	readonly service: EventLogService;
	readonly sink: Sink;
}

export interface SurroundingsOptions {
	/** How many events the log holds from the start. */
	readonly events: number;
	/** Over how many days, today included, they are spread. */
	readonly days: number;
	readonly timezone: string;
	readonly behaviour?: Partial<ServiceBehaviour>;
	readonly listener?: SinkListener;
}

const SEED = 20_260_101;
/** Even history has events that share their timestamp. */
const TIE_WIDTH = 3;

/** Starts both. Nothing of the history is newer than the moment of the call. */
export async function startSurroundings(
	options: SurroundingsOptions,
	teardown: Teardown,
): Promise<Surroundings> {
	const now = DateTime.now().setZone(options.timezone);
	const log = seededLog({
		events: options.events,
		seed: SEED,
		startMs: now
			.startOf('day')
			.minus({ days: options.days - 1 })
			.toMillis(),
		endMs: now.toMillis(),
		tieWidth: TIE_WIDTH,
	});
	const service = await startEventLogService({ log, behaviour: options.behaviour });
	teardown.add(() => service.close());
	const sink = await startSink(options.listener);
	teardown.add(() => sink.close());
	return { service, sink };
}
