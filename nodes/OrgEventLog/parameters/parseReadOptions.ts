import type { Order } from '../api/event';
import { ParameterError, isBlank } from './parameterError';
import { oneOf } from './oneOf';
import { toWholeNumber } from './wholeNumbers';

export const DEFAULT_LIMIT = 50;
export const DEFAULT_PAGE_SIZE = 1000;
export const DEFAULT_PARALLEL_REQUESTS = 4;
/** The API's own default order for List, and what a person looks for first: the newest events. */
export const DEFAULT_ORDER: Order = 'DESC';

/** How the service is asked, whatever is asked of it. */
export interface RequestOptions {
	/** Events asked for at once. */
	readonly pageSize: number;
	readonly maxParallelRequests: number;
	/** How long one request may take; where missing, the client's own default. */
	readonly timeoutMs?: number;
}

/** How much of a range is read, and how. */
export interface ReadOptions extends RequestOptions {
	readonly order: Order;
	/** How many events are handed over at most; missing with Return All. */
	readonly limit?: number;
	/** How many events at the start of the range, in its order, are left out. */
	readonly skip: number;
}

type Collection = Readonly<Record<string, unknown>>;

/** @throws ParameterError naming the option that can't be used. */
export function parseRequestOptions(options: Collection): RequestOptions {
	const { pageSize, maxParallelRequests, timeout } = options;
	return {
		pageSize: whole(pageSize, 'Page Size', { least: 1, most: 10_000 }) ?? DEFAULT_PAGE_SIZE,
		maxParallelRequests:
			whole(maxParallelRequests, 'Max Parallel Requests', { least: 1, most: 16 }) ??
			DEFAULT_PARALLEL_REQUESTS,
		timeoutMs: whole(timeout, 'Timeout', { least: 1, most: 86_400_000 }),
	};
}

/**
 * @throws ParameterError naming the field that can't be used, and where a number of events to skip
 * comes together with Return All.
 */
export function parseReadOptions(parameters: {
	readonly returnAll: unknown;
	readonly limit: unknown;
	readonly options: Collection;
}): ReadOptions {
	const { order, skip } = parameters.options;
	const returnAll = isTrue(parameters.returnAll);
	return {
		...parseRequestOptions(parameters.options),
		order: isBlank(order) ? DEFAULT_ORDER : toOrder(order),
		limit: returnAll ? undefined : toWholeNumber(parameters.limit, 'Limit', { least: 1 }),
		skip: returnAll ? withoutSkip(skip) : (whole(skip, 'Skip', { least: 0 }) ?? 0),
	};
}

/** An expression may deliver a switch as text. */
export function isTrue(value: unknown): boolean {
	return value === true || (typeof value === 'string' && value.trim().toLowerCase() === 'true');
}

function toOrder(value: unknown): Order {
	const word = typeof value === 'string' ? value.trim().toUpperCase() : value;
	return oneOf(['ASC', 'DESC'], word, 'Order');
}

function withoutSkip(skip: unknown): number {
	if ((whole(skip, 'Skip', { least: 0 }) ?? 0) === 0) return 0;
	throw new ParameterError(
		'Skip',
		"'Skip' can't be used together with 'Return All'",
		"Turn 'Return All' off and set a 'Limit', or remove 'Skip'",
	);
}

function whole(
	value: unknown,
	field: string,
	bounds: { least: number; most?: number },
): number | undefined {
	return isBlank(value) ? undefined : toWholeNumber(value, field, bounds);
}
