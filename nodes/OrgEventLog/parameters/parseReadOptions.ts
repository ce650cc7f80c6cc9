import type { Order } from '../api/page';
import { ParameterError } from '../errors/parameterError';
import { describeType } from '../json/jsonValues';
import { DEFAULT_FILE_ORDER, DEFAULT_ORDER } from './defaults';
import { NUMBER_FIELDS, readNumber, toNumber } from './numberFields';
import { readSwitch } from './switches';
import { type NodeParameters, isBlank, optionValue, toOneOf } from './values';

/** How the service is asked, whatever is asked of it. */
export interface RequestOptions {
	/** Events asked for at once, at most. */
	readonly pageSize: number;
	/** The same until a full page has come quickly, where nobody has chosen. */
	readonly firstPageSize?: number;
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

/** How many times as long as the first pages are the longest, where a service takes them. */
const LONGER_PAGES = 5;

// All that is read here throws ParameterError where a field can't be used.

/** How the service is to be asked. */
export function readRequestOptions(parameters: NodeParameters): RequestOptions {
	const pageSize = readNumber(parameters, 'pageSize');
	const isChosen = !isBlank(optionValue(parameters, 'pageSize', NUMBER_FIELDS.pageSize.label));
	return {
		...(isChosen ? { pageSize } : { pageSize: LONGER_PAGES * pageSize, firstPageSize: pageSize }),
		maxParallelRequests: readNumber(parameters, 'maxParallelRequests'),
		timeoutMs: readNumber(parameters, 'timeout'),
	};
}

/** Longer pages save time, and take memory that a file has to do without. */
function withShortPages({ firstPageSize, ...request }: RequestOptions): RequestOptions {
	return { ...request, pageSize: firstPageSize ?? request.pageSize };
}

/** How much is wanted read, and how. A number of events to skip and Return All don't go together. */
export function readListOptions(parameters: NodeParameters): ReadOptions {
	const output = parameters.get('output', 'items');
	const order = optionValue(parameters, 'order', 'Order');
	// A summary is of all events: the form has no Limit for it.
	const returnAll = output === 'summary' || readSwitch(parameters, 'returnAll');
	const skip = readNumber(parameters, 'skip');
	if (returnAll && skip > 0) {
		throw new ParameterError(
			"'Skip' can't be used together with 'Return All'",
			"Turn off 'Return All' and set a 'Limit', or remove 'Skip'",
		);
	}
	const defaultOrder = output === 'file' ? DEFAULT_FILE_ORDER : DEFAULT_ORDER;
	const request = readRequestOptions(parameters);
	return {
		...(output === 'file' ? withShortPages(request) : request),
		order: isBlank(order) ? defaultOrder : toOrder(order),
		limit: returnAll ? undefined : readNumber(parameters, 'limit'),
		skip,
		sample: readSample(parameters, returnAll),
	};
}

/** The SHA-256 of the file before this one; undefined where none is given. */
export function readPreviousSha256(parameters: NodeParameters): string | undefined {
	const label = 'Previous SHA-256';
	const value = optionValue(parameters, 'previousSha256', label);
	if (isBlank(value)) return undefined;
	const digits = typeof value === 'string' ? value.trim().toLowerCase() : '';
	if (/^[0-9a-f]{64}$/.test(digits)) return digits;
	throw new ParameterError(
		`'${label}' must have 64 hexadecimal digits`,
		'Enter the sha256 of the previous manifest, or leave it empty for the first file',
	);
}

function readSample(parameters: NodeParameters, returnAll: boolean): SampleChoice | undefined {
	const size = optionValue(parameters, 'sampleSize', 'Sample Size');
	const seed = optionValue(parameters, 'sampleSeed', 'Sample Seed');
	if (isBlank(size)) return undefined;
	if (!returnAll) {
		throw new ParameterError(
			"'Sample Size' can't be used without 'Return All'",
			"Turn on 'Return All' to take the sample from all events in the range, or remove 'Sample Size'",
		);
	}
	if (typeof seed === 'string' || typeof seed === 'number') {
		return { size: toNumber(size, 'sampleSize'), seed: String(seed) };
	}
	throw new ParameterError(
		`'Sample Seed' must be text, not ${describeType(seed)}`,
		'Enter any text, such as the name of the month. The same text selects the same events',
	);
}

function toOrder(value: unknown): Order {
	const word = typeof value === 'string' ? value.trim().toUpperCase() : value;
	return toOneOf(['ASC', 'DESC'], word, 'Order');
}
