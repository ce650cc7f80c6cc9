import type { ServiceResponse } from './responses';
import { JSON_TYPE, failureResponse, htmlResponse } from './responses';
import type { ServiceBehaviour } from './behaviour';
import type { Fault } from './faults';

function replacement(fault: Fault, behaviour: ServiceBehaviour): ServiceResponse | undefined {
	const { redirectTo, html, body, status } = fault;
	if (redirectTo !== undefined) {
		return { status: status ?? 302, headers: { location: redirectTo }, body: '' };
	}
	if (html !== undefined) return htmlResponse(html);
	if (body !== undefined) {
		return { status: status ?? 200, contentType: fault.contentType ?? JSON_TYPE, body };
	}
	return status === undefined ? undefined : failureResponse(behaviour, status);
}

function spoiled(body: string | Buffer, { transform, truncateAfter }: Fault): string | Buffer {
	if (transform === undefined && truncateAfter === undefined) return body;
	const text = String(body);
	return (transform?.(text) ?? text).slice(0, truncateAfter);
}

/** What is answered under a fault; `real` is asked for only where the fault leaves it standing. */
export function faultyResponse(
	fault: Fault,
	behaviour: ServiceBehaviour,
	real: () => ServiceResponse,
): ServiceResponse {
	const answer = replacement(fault, behaviour) ?? real();
	const headers = {
		...answer.headers,
		...fault.headers,
		...(fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }),
	};
	return { ...answer, headers, body: spoiled(answer.body, fault) };
}
