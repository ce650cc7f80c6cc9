import type { Order } from '../api/page';
import { ParameterError } from '../errors/parameterError';
import type { JsonObject } from '../json/jsonValues';
import {
	DEFAULT_PAGE_SIZE,
	DEFAULT_PARALLEL_REQUESTS,
	DEFAULT_RETURN_ALL,
	DEFAULT_SKIP,
	DEFAULT_TIMEOUT_MS,
	LIMIT_RANGE,
	PAGE_SIZE_RANGE,
	PARALLEL_REQUESTS_RANGE,
	SKIP_RANGE,
	TIMEOUT_MS_RANGE,
} from './defaults';
import { isBlank, toOneOf, toSwitch, toWholeNumber, toWholeNumberOr } from './values';

/** How the service is asked, whatever is asked of it. */
export interface RequestOptions {
	/** Events asked for at once. */
	readonly pageSize: number;
	readonly maxParallelRequests: number;
	/** How long one request may take. */
	readonly timeoutMs: number;
}

/** How much of a range is read, and how. */
export interface ReadOptions extends RequestOptions {
	readonly order: Order;
	/** How many events are handed over at most; missing with Return All. */
	readonly limit?: number;
	/** How many events at the start of the range, in its order, are left out. */
	readonly skip: number;
}

/** @throws ParameterError naming the option that can't be used. */
export function parseRequestOptions(options: JsonObject): RequestOptions {
	return {
		pageSize: toWholeNumberOr(DEFAULT_PAGE_SIZE, options.pageSize, 'Page Size', PAGE_SIZE_RANGE),
		maxParallelRequests: toWholeNumberOr(
			DEFAULT_PARALLEL_REQUESTS,
			options.maxParallelRequests,
			'Max Parallel Requests',
			PARALLEL_REQUESTS_RANGE,
		),
		timeoutMs: toWholeNumberOr(DEFAULT_TIMEOUT_MS, options.timeout, 'Timeout', TIMEOUT_MS_RANGE),
	};
}

/**
 * @throws ParameterError naming the field that can't be used, and where a number of events to skip
 * comes together with Return All.
 */
export function parseReadOptions(parameters: {
	readonly returnAll: unknown;
	readonly limit: unknown;
	readonly options: JsonObject;
	/** Of events for which no order is chosen. */
	readonly defaultOrder: Order;
}): ReadOptions {
	const { order } = parameters.options;
	const returnAll = toSwitch(parameters.returnAll, 'Return All', DEFAULT_RETURN_ALL);
	const skip = toWholeNumberOr(DEFAULT_SKIP, parameters.options.skip, 'Skip', SKIP_RANGE);
	if (returnAll && skip > 0) {
		throw new ParameterError(
			'Skip',
			"'Skip' can't be used together with 'Return All'",
			"Turn 'Return All' off and set a 'Limit', or remove 'Skip'",
		);
	}
	return {
		...parseRequestOptions(parameters.options),
		order: isBlank(order) ? parameters.defaultOrder : toOrder(order),
		limit: returnAll ? undefined : toWholeNumber(parameters.limit, 'Limit', LIMIT_RANGE),
		skip,
	};
}

function toOrder(value: unknown): Order {
	const word = typeof value === 'string' ? value.trim().toUpperCase() : value;
	return toOneOf(['ASC', 'DESC'], word, 'Order');
}
