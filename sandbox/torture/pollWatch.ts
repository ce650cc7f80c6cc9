import type { FastifyInstance, FastifyRequest } from 'fastify';
import { operationOf } from '../service/requests';
import type { EventLogService } from '../service';

/** What the service has seen of one poll of the trigger. */
export interface WatchedPoll {
	/** From 1 on. */
	readonly number: number;
	readonly startedAtMs: number;
	/** Requests for pages that have arrived. */
	requests: number;
	/** When the newest request arrived: what became visible later isn't in its answer. */
	lastRequestAtMs: number;
	lastAnswerAtMs: number;
}

/** Whom to tell of a poll as it goes. */
export interface PollListener {
	onRequest?(poll: WatchedPoll): void;
	/** `isLast`: the page wasn't full, so that no other is needed. */
	onAnswer?(poll: WatchedPoll, isLast: boolean): void;
}

/** A poll's requests follow each other at once; whole polls are a minute apart at the least. */
const ANOTHER_POLL_AFTER_MS = 4_000;

/** Follows the polls of the one trigger that reads a service's feed. */
export class PollWatch {
	private current: WatchedPoll | undefined;
	private listener: PollListener = {};

	/** How many polls have begun. */
	get polls(): number {
		return this.current?.number ?? 0;
	}

	/** The newest poll. */
	get latest(): WatchedPoll | undefined {
		return this.current;
	}

	/** Whether a poll may still be under way. */
	isOngoing(nowMs: number): boolean {
		const { lastRequestAtMs = 0, lastAnswerAtMs = 0 } = this.current ?? {};
		return nowMs - Math.max(lastRequestAtMs, lastAnswerAtMs) < ANOTHER_POLL_AFTER_MS;
	}

	/** Tells this one, and no longer the one before. */
	listen(listener: PollListener): void {
		this.listener = listener;
	}

	/** To be called as the service starts. */
	readonly attach = (app: FastifyInstance, service: EventLogService): void => {
		const isFeed = ({ method, url }: FastifyRequest) =>
			operationOf(method, new URL(url, 'http://service').pathname) === 'feed';
		app.addHook('onRequest', (request, _reply, done) => {
			if (isFeed(request)) this.noteRequest(Date.now());
			done();
		});
		app.addHook('onResponse', (request, _reply, done) => {
			if (isFeed(request)) this.noteAnswer(service);
			done();
		});
	};

	private noteRequest(nowMs: number): void {
		if (this.current === undefined || !this.isOngoing(nowMs)) {
			this.current = {
				number: this.polls + 1,
				startedAtMs: nowMs,
				requests: 0,
				lastRequestAtMs: nowMs,
				lastAnswerAtMs: 0,
			};
		}
		this.current.requests++;
		this.current.lastRequestAtMs = nowMs;
		this.listener.onRequest?.(this.current);
	}

	private noteAnswer({ requests, behaviour }: EventLogService): void {
		const answered = requests.filter(
			({ operation, status }) => operation === 'feed' && status === 200,
		);
		const events = answered[answered.length - 1]?.events;
		if (this.current === undefined || events === undefined) return;
		this.current.lastAnswerAtMs = Date.now();
		this.listener.onAnswer?.(this.current, events < behaviour.maxLimit);
	}
}
