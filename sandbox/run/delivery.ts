import type { LiveStream } from '../service';
import { startLiveStream } from '../service';
import type { Patience } from '../processes/until';
import { until } from '../processes/until';
import type { Tally } from '../sink/tally';
import { tallyDeliveries } from '../sink/tally';
import { waitForPoll } from './polls';
import type { Surroundings } from './surroundings';

/** Ties, and events that are seen only when later ones have been delivered. */
const STREAM = {
	seed: 7,
	ratePerSecond: 0.7,
	tieShare: 0.3,
	lateShare: 0.2,
	/** The trigger's late-event window is five minutes. */
	maxLateMs: 60_000,
};
const LEAST_EVENTS = 30;
const LEAST_EXECUTIONS = 2;

async function fillPolls(
	stream: LiveStream,
	countExecutions: () => number,
	patience: Patience,
): Promise<void> {
	try {
		await until(
			`${LEAST_EXECUTIONS} executions of the trigger`,
			patience,
			() => countExecutions() >= LEAST_EXECUTIONS && stream.created.length >= LEAST_EVENTS,
		);
	} finally {
		stream.stop();
	}
}

/**
 * Creates events until two polls or more have delivered some, then waits until all are delivered
 * and one further poll has had the occasion to deliver something twice.
 */
export async function deliverLiveStream(
	{ service, sink }: Surroundings,
	patience: Patience,
): Promise<Tally> {
	const stream = startLiveStream(service.log, STREAM);
	const tally = () => tallyDeliveries(new Set(stream.created.map(({ id }) => id)), sink.deliveries);
	await fillPolls(stream, () => tally().executions, patience);
	console.error(`${stream.created.length} events created; waiting until all are delivered …`);
	await until('all events to be delivered', patience, () => tally().lost === 0).catch(
		(error: unknown) => {
			if (patience.signal.aborted) throw error;
			console.error(`${tally().lost} of the events have not been delivered.`);
		},
	);
	await waitForPoll(service, patience);
	return tally();
}
