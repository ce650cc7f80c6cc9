import {
	type EventLogFailure,
	type Outcome,
	mayRefuseQuery,
	parametersNamedBy,
	retryAfterMsOf,
} from '../errors/failure';
import type { LoggedEvent } from '../events/event';
import { DEFAULT_LIMIT, type EventsPage, type PageRequest, entriesIn } from './page';
import { MAX_WAIT_MS } from './requests';

/** So few that a service which refuses them, too, refuses something else. */
const FEW = 10;

/** Page sizes to fall back to when the service refuses a larger one. */
const SMALLER_LIMITS = [1000, 500, 100, 50, FEW];

/**
 * If the first full page took this long, longer ones follow. If it came sooner, there was almost no
 * waiting, and shorter pages overlap better with the work on them. If it took longer, five times as many
 * events might take too long.
 */
const WAITED_MS = { least: 50, most: 1_000 };

/**
 * How many times as long as the first page a longer one may take: it has five times the events, and
 * others are read at the same time.
 */
const TIMES_AS_LONG = 20;

/** Of a longer page, as far as the one before it tells. */
const LONGEST_BODY_BYTES = 4 * 1024 * 1024;

/** A page request in the terms that this service accepts. */
export interface NegotiatedRequest extends Omit<PageRequest, 'order'> {
	readonly order?: PageRequest['order'];
	/** Whether it is for more than pages have been so far: it may fail for that, and is then made for less. */
	readonly isLong: boolean;
}

/** A page, and what its response was like. */
export interface ReceivedPage {
	readonly page: EventsPage<LoggedEvent>;
	readonly bytes: number;
	readonly tookMs: number;
}

/**
 * Asks for pages in the terms that a service accepts, and remembers them: they may be shorter than requested,
 * and in another order.
 *
 * If the first page is full and took between 50 ms and a second, longer ones follow, until one of them
 * fails, is slow, or is no longer than the first. A service may refuse a `limit` as too large, or know
 * no such `order`. Services refuse a `limit` without naming it, too, for the specification has no status
 * for that: then the same request for few events tells.
 */
export class PageNegotiation {
	private maxLimit: number;
	/** How long the first full page took. */
	private firstMs: number | undefined;
	private takesOrder = true;

	/** @param firstPageSize pages are no longer until the first full one tells that longer ones save time */
	constructor(private readonly firstPageSize: number) {
		this.maxLimit = firstPageSize;
	}

	/** @param send makes one request */
	async page(
		request: PageRequest,
		send: (request: NegotiatedRequest) => Promise<Outcome<ReceivedPage>>,
	): Promise<Outcome<EventsPage<LoggedEvent>>> {
		let fewAreAccepted = false;
		for (;;) {
			const limit = Math.floor(Math.min(request.limit, this.maxLimit));
			const isLong = limit > this.firstPageSize;
			const order = this.takesOrder ? request.order : undefined;
			const negotiated = { ...request, limit, order, isLong };
			const outcome = await send(negotiated);
			if ('value' in outcome) return { value: this.take(outcome.value, limit) };
			const { failure } = outcome;
			const named = parametersNamedBy(failure);
			const namesNothing = named.length === 0 && mayRefuseQuery(failure);
			if (namesNothing && !isLong && limit > FEW) {
				fewAreAccepted ||= 'value' in (await send({ ...negotiated, limit: FEW }));
			}
			const isAboutLimit = named.includes('limit') || (namesNothing && fewAreAccepted);
			// Other requests may have found out more meanwhile.
			if (isLong && !isOver(failure)) {
				this.endGrowth();
			} else if (isAboutLimit && limit > FEW) {
				const smaller = SMALLER_LIMITS.find((lower) => lower < limit) ?? FEW;
				this.maxLimit = Math.min(this.maxLimit, smaller);
			} else if (named.includes('order') && order !== undefined) {
				this.takesOrder = false;
			} else {
				return outcome;
			}
		}
	}

	/** Learns from a page that was asked for with this limit, and says what that was. */
	private take({ page, bytes, tookMs }: ReceivedPage, limit: number): EventsPage<LoggedEvent> {
		const { firstPageSize } = this;
		const entries = entriesIn(page);
		if (limit > firstPageSize) {
			// A service that caps pages in silence, or by its default, was asked for no more than it gave.
			const isCut = entries === firstPageSize || entries === DEFAULT_LIMIT;
			const isSlow = tookMs > TIMES_AS_LONG * (this.firstMs ?? 0);
			if (isCut || isSlow) this.endGrowth();
			return { ...page, limit: isCut ? entries : limit };
		}
		if (entries === firstPageSize && this.firstMs === undefined) {
			this.firstMs = tookMs;
			const mayGrow = tookMs >= WAITED_MS.least && tookMs <= WAITED_MS.most;
			if (mayGrow) this.maxLimit = Math.max(limit, (limit * LONGEST_BODY_BYTES) / bytes);
		}
		return { ...page, limit };
	}

	private endGrowth(): void {
		this.maxLimit = Math.min(this.maxLimit, this.firstPageSize);
	}
}

/** Whether asking for less at once would be no better. */
function isOver(failure: EventLogFailure): boolean {
	return failure.kind === 'stopped' || (retryAfterMsOf(failure) ?? 0) > MAX_WAIT_MS;
}
