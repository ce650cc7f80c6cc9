import type { LiveStream } from '../service';
import { startLiveStream } from '../service';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import type { WaitOptions } from '../processes/waitUntil';
import { waitUntil } from '../processes/waitUntil';
import type { Tally } from '../sink/tally';
import { tallyDeliveries } from '../sink/tally';

/** Ties, and events that are seen only when later ones have been delivered. */
const STREAM = {
	seed: 7,
	ratePerSecond: 1,
	tieShare: 0.3,
	lateShare: 0.2,
	/** Longer than from one poll to the next; the trigger's late-event window is five minutes. */
	maxLateMs: 30_000,
};
const MIN_EVENTS = 30;
const MIN_EXECUTIONS = 2;

async function streamUntilDelivered(
	stream: LiveStream,
	countExecutions: () => number,
	wait: WaitOptions,
): Promise<void> {
	try {
		await waitUntil(
			`${MIN_EXECUTIONS} executions of the trigger`,
			wait,
			() => countExecutions() >= MIN_EXECUTIONS && stream.created.length >= MIN_EVENTS,
		);
	} finally {
		stream.stop();
	}
}

/**
 * Creates events until two polls or more have delivered some, then waits until all are delivered
 * and one further poll has had the chance to deliver something twice.
 */
export async function deliverLiveStream(
	{ service, sink, polls }: ExternalSystems,
	wait: WaitOptions,
): Promise<Tally> {
	const stream = startLiveStream(service.log, STREAM);
	const tally = () => tallyDeliveries(new Set(stream.created.map(({ id }) => id)), sink.deliveries);
	await streamUntilDelivered(stream, () => tally().executions, wait);
	console.error(`${stream.created.length} events created; waiting until all are delivered …`);
	await waitUntil('all events to be delivered', wait, () => tally().lost === 0).catch(
		(error: unknown) => {
			if (wait.signal.aborted) throw error;
			console.error(`${tally().lost} of the events have not been delivered.`);
		},
	);
	await polls.waitForPoll(wait);
	return tally();
}
