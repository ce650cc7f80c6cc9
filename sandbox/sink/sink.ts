import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { portToListenOn } from '../processes/freePort';
import type { Correspondents } from './correspondents';
import { addCorrespondents } from './correspondents';
import type { Delivery } from './delivery';
import { parseDelivery } from './delivery';
import type { Message, ReceivedMessage, Sender } from './message';
import { pathOf, parseMessage, senderOf } from './message';
import { asMail } from './questions';
import type { ReceiverLimits } from './receiverLimits';
import { REAL_LIMITS, Receivers } from './receiverLimits';

export type { Message } from './message';

/** Whom to tell as things arrive. */
export interface SinkListener {
	onDelivery?(delivery: Delivery): void;
	onReport?(report: Delivery): void;
	onMessage?(message: Message): void;
	/** The same message, all of it. */
	onReceived?(received: ReceivedMessage): void;
}

export interface SinkOptions {
	readonly listener?: SinkListener;
	/** Any that is free unless given, or if it is in use. */
	readonly port?: number;
	/** Asked, before the answer, who sends a message that doesn't say so itself. */
	readonly findSender?: () => Promise<Sender | undefined>;
	/** As the real systems have them unless given. */
	readonly limits?: Partial<ReceiverLimits>;
}

/** The outside world of the sandbox's workflows: it keeps all deliveries and reports, and the newest messages. */
export interface Sink {
	/** `http://127.0.0.1:port` */
	readonly baseUrl: string;
	/** What the trigger's workflow delivered, one entry for each request that was sent to its end. */
	readonly deliveries: readonly Delivery[];
	/** What the report's workflow found. */
	readonly reports: readonly Delivery[];
	/** The newest of everything else that was sent, oldest first. */
	readonly messages: readonly Message[];
	/** How long a delivery waits before it is recorded, and again before it is answered. */
	delayMs: number;
	/** Called when a delivery has arrived, before any waiting. */
	onArrival: () => void;
	close(): Promise<void>;
}

const MAX_MESSAGES = 200;
const MAX_BODY_BYTES = 256 * 1024 * 1024;

function parseJson(body: Buffer): unknown {
	return JSON.parse(body.toString('utf8'));
}

function addCatchAll(
	app: FastifyInstance,
	messages: Message[],
	{ correspondents, receivers }: { correspondents: Correspondents; receivers: Receivers },
	{ listener, findSender }: SinkOptions,
): void {
	let count = 0;
	app.all<{ Body: Buffer | undefined }>('*', async ({ url, headers, body }, reply) => {
		const received = asMail({ url, headers, body: body ?? Buffer.alloc(0) });
		const refusal = receivers.refusalOf(pathOf(url), received.body, Date.now());
		if (refusal) return reply.code(refusal.status).headers(refusal.headers).send(refusal.body);
		const sender = senderOf(received.headers) ?? (await findSender?.());
		const message = { number: ++count, ...parseMessage(received, sender) };
		if (messages.push(message) > MAX_MESSAGES) messages.shift();
		listener?.onMessage?.(message);
		listener?.onReceived?.(received);
		return correspondents.answer(pathOf(url), received.body);
	});
}

/** Starts the sink: `POST /deliveries`, `POST /reports`, and anything else for the examples. */
export async function startSink(options: SinkOptions = {}): Promise<Sink> {
	const { listener } = options;
	const deliveries: Delivery[] = [];
	const reports: Delivery[] = [];
	const messages: Message[] = [];
	const app = fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
	const sink = {
		baseUrl: '',
		deliveries,
		reports,
		messages,
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
		listener?.onDelivery?.(delivery);
		await sleep(sink.delayMs);
		return { received: delivery.eventIds.length };
	});
	app.post<{ Body: Buffer }>('/reports', (request) => {
		const report = parseDelivery(parseJson(request.body), Date.now());
		reports.push(report);
		listener?.onReport?.(report);
		return { events: report.eventIds.length };
	});
	const limits = { ...REAL_LIMITS, ...options.limits };
	const correspondents = addCorrespondents(app, limits);
	addCatchAll(app, messages, { correspondents, receivers: new Receivers(limits) }, options);
	sink.baseUrl = await app.listen({ port: await portToListenOn(options.port), host: '127.0.0.1' });
	return sink;
}
