import type { Order } from '../api/page';
import { ParameterError } from '../errors/parameterError';
import { type JsonObject, describeType } from '../json/jsonValues';
import { DEFAULT_RETURN_ALL } from './defaults';
import { numberIn, toNumber } from './numberFields';
import { isBlank, memberIn, toOneOf, toSwitch } from './values';

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
	readonly sample?: SampleChoice;
}

/** A random choice of so many events, which everybody can repeat who knows the seed. */
export interface SampleChoice {
	readonly size: number;
	readonly seed: string;
}

/** @throws ParameterError naming the option that can't be used. */
export function parseRequestOptions(options: JsonObject): RequestOptions {
	return {
		pageSize: numberIn(options, 'pageSize'),
		maxParallelRequests: numberIn(options, 'maxParallelRequests'),
		timeoutMs: numberIn(options, 'timeout'),
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
	const order = memberIn(parameters.options, 'order', 'Order');
	const returnAll = toSwitch(parameters.returnAll, 'Return All', DEFAULT_RETURN_ALL);
	const skip = numberIn(parameters.options, 'skip');
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
		limit: returnAll ? undefined : toNumber(parameters.limit, 'limit'),
		skip,
		sample: toSample(parameters.options, returnAll),
	};
}

function toSample(options: JsonObject, returnAll: boolean): SampleChoice | undefined {
	const size = memberIn(options, 'sampleSize', 'Sample Size');
	const seed = memberIn(options, 'sampleSeed', 'Sample Seed');
	if (isBlank(size)) return undefined;
	if (!returnAll) {
		throw new ParameterError(
			'Sample Size',
			"'Sample Size' can't be used without 'Return All'",
			"Turn 'Return All' on, so that the sample is of all events of the range, or remove 'Sample Size'",
		);
	}
	if (typeof seed === 'string' || typeof seed === 'number') {
		return { size: toNumber(size, 'sampleSize'), seed: String(seed) };
	}
	throw new ParameterError(
		'Sample Seed',
		`'Sample Seed' takes text, not ${describeType(seed)}`,
		'Enter any text, such as the name of the month. The same text draws the same events again',
	);
}

function toOrder(value: unknown): Order {
	const word = typeof value === 'string' ? value.trim().toUpperCase() : value;
	return toOneOf(['ASC', 'DESC'], word, 'Order');
}
