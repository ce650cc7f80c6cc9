import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Delivery } from './delivery';
import { parseDelivery } from './delivery';

/** Something else that a workflow sent, such as a ticket or a file. */
export interface Message {
	readonly path: string;
	readonly contentType: string;
	readonly bytes: number;
	/** The beginning of the body, on one line. */
	readonly excerpt: string;
}

/** Whom to tell as things arrive. */
export interface SinkListener {
	onDelivery?(delivery: Delivery): void;
	onReport?(report: Delivery): void;
	onMessage?(message: Message): void;
}

/** The outside world of the sandbox's workflows: it keeps everything they send. */
export interface Sink {
	/** `http://127.0.0.1:port` */
	readonly baseUrl: string;
	/** What the trigger's workflow delivered, one entry for each request that was sent to its end. */
	readonly deliveries: readonly Delivery[];
	/** What the report's workflow found. */
	readonly reports: readonly Delivery[];
	/** How long a delivery waits before it is recorded, and again before it is answered. */
	delayMs: number;
	/** Called when a delivery has arrived, before any waiting. */
	onArrival: () => void;
	close(): Promise<void>;
}

const MAX_BODY_BYTES = 256 * 1024 * 1024;
const EXCERPT_LENGTH = 120;

function excerptOf(body: Buffer): string {
	const text = body.toString('utf8', 0, EXCERPT_LENGTH * 4).replace(/\s+/g, ' ');
	return text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}…` : text;
}

function parseJson(body: Buffer): unknown {
	return JSON.parse(body.toString('utf8'));
}

function addCatchAll(app: FastifyInstance, listener: SinkListener): void {
	app.all<{ Body: Buffer | undefined }>('*', (request) => {
		const body = request.body ?? Buffer.alloc(0);
		const contentType = request.headers['content-type'] ?? '';
		const excerpt = excerptOf(body);
		listener.onMessage?.({ path: request.url, contentType, bytes: body.length, excerpt });
		return { received: true };
	});
}

/** Starts the sink: `POST /deliveries`, `POST /reports`, and anything else for the examples. */
export async function startSink(listener: SinkListener = {}): Promise<Sink> {
	const deliveries: Delivery[] = [];
	const reports: Delivery[] = [];
	const app = fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
	const sink = {
		baseUrl: '',
		deliveries,
		reports,
		delayMs: 0,
		onArrival: () => {},
		close: () => app.close(),
	};
	app.removeAllContentTypeParsers();
	app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) =>
		done(null, body),
	);
	app.post<{ Body: Buffer }>('/deliveries', async (request) => {
		const delivery = parseDelivery(parseJson(request.body), Date.now());
		sink.onArrival();
		await sleep(sink.delayMs);
		// The sender was killed while it waited: to it, this delivery never happened.
		if (request.raw.socket.destroyed) return {};
		deliveries.push(delivery);
		listener.onDelivery?.(delivery);
		await sleep(sink.delayMs);
		return { received: delivery.eventIds.length };
	});
	app.post<{ Body: Buffer }>('/reports', (request) => {
		const report = parseDelivery(parseJson(request.body), Date.now());
		reports.push(report);
		listener.onReport?.(report);
		return { events: report.eventIds.length };
	});
	addCatchAll(app, listener);
	sink.baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
	return sink;
}
