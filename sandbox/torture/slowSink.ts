import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import type { Teardown } from '../processes/teardown';
import type { Delivery } from '../sink/delivery';
import { parseDelivery } from '../sink/delivery';

/** A sink that can keep the delivery workflow waiting. */
export interface SlowSink {
	readonly baseUrl: string;
	/** What arrived whole, from a sender that was still there after the wait. */
	readonly deliveries: readonly Delivery[];
	/** Real milliseconds before a delivery is taken, and again before it is answered. */
	holdMs: number;
	/** Called when a delivery has arrived, before any waiting. */
	onArrival: () => void;
}

const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Starts it on a free port. */
export async function startSlowSink(teardown: Teardown): Promise<SlowSink> {
	const deliveries: Delivery[] = [];
	const app = fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
	const sink = { baseUrl: '', deliveries, holdMs: 0, onArrival: () => {} };
	app.post('/deliveries', async (request) => {
		const delivery = parseDelivery(request.body, Date.now());
		sink.onArrival();
		await sleep(sink.holdMs);
		if (request.raw.socket.destroyed) return {};
		deliveries.push(delivery);
		await sleep(sink.holdMs);
		return { received: delivery.eventIds.length };
	});
	teardown.add(() => app.close());
	sink.baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
	return sink;
}
