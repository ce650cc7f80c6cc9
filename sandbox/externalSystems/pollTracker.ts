import type { WaitOptions } from '../processes/waitUntil';
import { waitUntil } from '../processes/waitUntil';
import type { RecordedRequest, RequestObserver } from '../service';

/** What the service has seen of one poll of the trigger. */
export interface TrackedPoll {
	/** From 1 on. */
	readonly number: number;
	readonly startedAtMs: number;
	/** Requests for pages that have arrived. */
	requests: number;
	/** When the newest request arrived: what became visible later isn't in its answer. */
	lastRequestAtMs: number;
	/** 0 while no page has been answered. */
	lastResponseAtMs: number;
}

/** Whom to tell of a poll as it goes. */
interface PollListener {
	onRequest?(poll: TrackedPoll): void;
	/** `isLast`: the page wasn't full, so that no other is needed. */
	onResponse?(poll: TrackedPoll, isLast: boolean): void;
}

/** A poll's requests follow each other at once; whole polls are 20 s apart at the least. */
const PAUSE_BETWEEN_POLLS_MS = 4_000;

/** Follows the polls of the one trigger that reads a service's feed. */
export class PollTracker {
	private current: TrackedPoll | undefined;
	private listener: PollListener = {};

	/** @param maxLimit how many events a full page has */
	constructor(private readonly maxLimit: number) {}

	/** To be told of the service's requests. */
	readonly observer: RequestObserver = {
		onRequest: ({ operation }) => {
			if (operation === 'feed') this.addRequest(Date.now());
		},
		onResponse: (request) => {
			if (request.operation === 'feed' && request.status === 200) this.addResponse(request);
		},
	};

	/** How many polls have begun. */
	get polls(): number {
		return this.current?.number ?? 0;
	}

	/** The newest poll. */
	get latest(): TrackedPoll | undefined {
		return this.current;
	}

	/** Whether a poll may still be in flight. */
	isOngoing(nowMs: number): boolean {
		const { lastRequestAtMs = 0, lastResponseAtMs = 0 } = this.current ?? {};
		return nowMs - Math.max(lastRequestAtMs, lastResponseAtMs) < PAUSE_BETWEEN_POLLS_MS;
	}

	/** Replaces the listener. */
	listen(listener: PollListener): void {
		this.listener = listener;
	}

	/** Waits until a poll that begins from now on has been answered and is over. */
	async waitForPoll(options: WaitOptions): Promise<void> {
		const before = this.polls;
		await waitUntil('the trigger to poll', options, () => {
			const isAnswered = this.polls > before && this.current?.lastResponseAtMs !== 0;
			return isAnswered && !this.isOngoing(Date.now());
		});
	}

	private addRequest(nowMs: number): void {
		if (this.current === undefined || !this.isOngoing(nowMs)) {
			this.current = {
				number: this.polls + 1,
				startedAtMs: nowMs,
				requests: 0,
				lastRequestAtMs: nowMs,
				lastResponseAtMs: 0,
			};
		}
		this.current.requests++;
		this.current.lastRequestAtMs = nowMs;
		this.listener.onRequest?.(this.current);
	}

	private addResponse({ events }: RecordedRequest): void {
		if (this.current === undefined) return;
		this.current.lastResponseAtMs = Date.now();
		this.listener.onResponse?.(this.current, events < this.maxLimit);
	}
}
