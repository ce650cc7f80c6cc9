import { readsEvents } from './behaviour';
import type { Operation, RecordedRequest } from './requests';
import type { ServiceResponse } from './responses';
import { JSON_TYPE, failureResponse, htmlResponse } from './responses';

/** Something that goes wrong with one answer. What it doesn't name stays as it would have been. */
export interface Fault {
	/** Sent instead of the real response. */
	readonly status?: number;
	readonly retryAfter?: string;
	/** The body, with `status` or 200. */
	readonly body?: string;
	/** A page of HTML with this status. */
	readonly html?: number;
	/** The connection is closed without an answer. */
	readonly drop?: boolean;
	/** The answer's head promises all of the body; the connection is closed after so many bytes. */
	readonly dropAfterBytes?: number;
	/** A complete answer whose body ends after so many characters. */
	readonly truncateAfter?: number;
	/** No answer at all, the connection stays open. */
	readonly hang?: boolean;
	/** Real milliseconds to wait before whatever else happens. */
	readonly delayMs?: number;
	/** A redirect to this address, with `status` or 302. */
	readonly redirectTo?: string;
	/** An answer that depends on what was asked. */
	readonly answer?: (request: RecordedRequest) => ServiceResponse;
	/** Changes the body of the real answer. */
	readonly transform?: (body: string) => string;
}

/** Which requests a fault is for: an operation, or a choice of one's own. */
type FaultMatch = Operation | ((request: RecordedRequest) => boolean);

export interface FaultOptions {
	/** How many requests meet it; 1 unless given. */
	readonly times?: number;
	/** How many matching requests pass before. */
	readonly after?: number;
	/** Every operation that reads events, unless given: not the token exchange. */
	readonly match?: FaultMatch;
}

interface PlannedFault {
	readonly fault: Fault;
	readonly isFor: (request: RecordedRequest) => boolean;
	passes: number;
	left: number;
}

function matcherOf(match: FaultMatch | undefined): (request: RecordedRequest) => boolean {
	if (typeof match === 'function') return match;
	if (match === undefined) return ({ operation }) => readsEvents(operation);
	return ({ operation }) => operation === match;
}

/** The faults still to come, in the order in which they were planned. */
export class FaultPlan {
	private planned: PlannedFault[] = [];

	/** Gives the way to call it off. */
	add(fault: Fault, { times = 1, after = 0, match }: FaultOptions = {}): () => void {
		const plan = { fault, isFor: matcherOf(match), passes: after, left: times };
		this.planned.push(plan);
		return () => {
			this.planned = this.planned.filter((other) => other !== plan);
		};
	}

	clear(): void {
		this.planned = [];
	}

	/** How many faults are still to come. */
	get pending(): number {
		return this.planned.reduce((sum, { left }) => sum + left, 0);
	}

	/** The fault that a request meets. Every plan that matches counts the request as passed. */
	take(request: RecordedRequest): Fault | undefined {
		const matching = this.planned.filter(({ isFor }) => isFor(request));
		const due = matching.find(({ passes }) => passes === 0);
		for (const plan of matching) if (plan.passes > 0) plan.passes--;
		if (!due) return undefined;
		due.left--;
		this.planned = this.planned.filter(({ left }) => left > 0);
		return due.fault;
	}
}

function replacement(fault: Fault, request: RecordedRequest): ServiceResponse | undefined {
	const { answer, redirectTo, html, body, status } = fault;
	if (answer !== undefined) return answer(request);
	if (redirectTo !== undefined) {
		return { status: status ?? 302, headers: { location: redirectTo }, body: '' };
	}
	if (html !== undefined) return htmlResponse(html);
	if (body !== undefined) return { status: status ?? 200, contentType: JSON_TYPE, body };
	return status === undefined ? undefined : failureResponse(status);
}

/** What is answered under a fault; `real` is asked for only where the fault leaves it standing. */
export function faultyResponse(
	fault: Fault,
	request: RecordedRequest,
	real: () => ServiceResponse,
): ServiceResponse {
	const { transform, truncateAfter, retryAfter } = fault;
	const answer = replacement(fault, request) ?? real();
	const body = (transform?.(answer.body) ?? answer.body).slice(0, truncateAfter);
	if (retryAfter === undefined) return { ...answer, body };
	return { ...answer, body, headers: { ...answer.headers, 'retry-after': retryAfter } };
}
