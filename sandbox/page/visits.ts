import { PAUSE_BETWEEN_POLLS_MS } from '../externalSystems/pollTracker';
import type { RecordedRequest, RequestObserver } from '../service';
import { POLL_INTERVAL_MS } from './client/pageState';
import type { PageModel } from './model';

/** n8n starts a poll within a second or so of when it is due. */
const TOLERANCE_MS = 2_500;
const REMEMBERED_MS = 2 * POLL_INTERVAL_MS + 2 * TOLERANCE_MS;

/**
 * When the next visit is due: a minute after one that itself came a minute after another. That sets
 * polls apart from what somebody runs by hand. `null` where there is none of that kind.
 */
export function nextVisitAtMs(startsMs: readonly number[], nowMs: number): number | null {
	const repeated = startsMs.filter((startMs) =>
		startsMs.some((otherMs) => Math.abs(startMs - POLL_INTERVAL_MS - otherMs) <= TOLERANCE_MS),
	);
	const due = repeated.map((startMs) => startMs + POLL_INTERVAL_MS).filter((atMs) => atMs > nowMs);
	return due.length === 0 ? null : Math.min(...due);
}

function readsLog({ operation }: RecordedRequest): boolean {
	return operation === 'feed' || operation === 'list';
}

/**
 * Follows n8n's visits to the service's log. Which trigger comes is more than requests tell; several
 * that come within some seconds are one visit.
 */
export class Visits {
	private startsMs: number[] = [];
	private lastActivityMs = Number.NEGATIVE_INFINITY;

	constructor(private readonly model: PageModel) {}

	/** To be told of the service's requests. */
	readonly observer: RequestObserver = {
		onRequest: (request) => {
			if (readsLog(request)) this.noteRequest(Date.now());
		},
		onResponse: (request) => {
			if (readsLog(request)) this.noteResponse(Date.now(), request.status);
		},
	};

	private noteRequest(nowMs: number): void {
		const isNew = nowMs - this.lastActivityMs > PAUSE_BETWEEN_POLLS_MS;
		this.lastActivityMs = nowMs;
		if (!isNew) return;
		this.startsMs = this.startsMs.filter((startMs) => nowMs - startMs < REMEMBERED_MS);
		this.startsMs.push(nowMs);
		const nextAtMs = nextVisitAtMs(this.startsMs, nowMs);
		const { lastReadAtMs } = this.model.state.visits;
		this.model.change({ visits: { lastAtMs: nowMs, lastReadAtMs, lastStatus: 0, nextAtMs } });
	}

	private noteResponse(nowMs: number, lastStatus: number): void {
		this.lastActivityMs = nowMs;
		const { visits } = this.model.state;
		const lastReadAtMs = lastStatus === 200 ? nowMs : visits.lastReadAtMs;
		this.model.change({ visits: { ...visits, lastReadAtMs, lastStatus } });
	}
}
