import type { Order } from '../api/page';
import { ParameterError } from '../errors/parameterError';
import { describeType } from '../json/jsonValues';
import { DEFAULT_FILE_ORDER, DEFAULT_ORDER } from './defaults';
import { NUMBER_FIELDS, readNumber, toNumber } from './numberFields';
import { readSwitch } from './switches';
import { type NodeParameters, isBlank, optionValue, readChoice, toOneOf } from './values';

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
	/** How many events are handed over at most; missing where all are wanted. */
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

/** How many events are wanted as items, and in which order. What to skip and Return All don't go together. */
export function readItemsOptions(parameters: NodeParameters): ReadOptions {
	const returnAll = readSwitch(parameters, 'returnAll');
	const skip = readNumber(parameters, 'skip');
	if (returnAll && skip > 0) {
		throw new ParameterError(
			"'Skip' can't be used together with 'Return All'",
			"Turn off 'Return All' and set a 'Limit', or remove 'Skip'",
		);
	}
	return {
		...readRequestOptions(parameters),
		order: readOrder(parameters, DEFAULT_ORDER),
		limit: returnAll ? undefined : readNumber(parameters, 'limit'),
		skip,
		sample: readSample(parameters, returnAll ? undefined : withoutReturnAll),
	};
}

const withoutReturnAll = () =>
	new ParameterError(
		"'Sample Size' can't be used without 'Return All'",
		"Turn on 'Return All' to take the sample from all events in the range, or remove 'Sample Size'",
	);

const besideLimit = () =>
	new ParameterError(
		"'Sample Size' can't be used together with 'Limit'",
		"Remove 'Limit' to take the sample from all events in the range, or remove 'Sample Size'",
	);

/** How much a file has: everything, unless Options say how many events at most. */
export function readExportOptions(parameters: NodeParameters): ReadOptions {
	const value = optionValue(parameters, 'limit', NUMBER_FIELDS.limit.label);
	const limit = isBlank(value) ? undefined : toNumber(value, 'limit');
	return {
		...withShortPages(readRequestOptions(parameters)),
		order: readOrder(parameters, DEFAULT_FILE_ORDER),
		...{ limit, skip: 0 },
		sample: readSample(parameters, limit === undefined ? undefined : besideLimit),
	};
}

/** A summary is of all events. */
export function readSummaryOptions(parameters: NodeParameters): ReadOptions {
	return { ...readRequestOptions(parameters), order: DEFAULT_ORDER, skip: 0 };
}

/** By which operation of the API a file is read. @throws ParameterError */
export function readReadFrom(parameters: NodeParameters): 'list' | 'feed' {
	return readChoice(parameters, 'readFrom', 'Read From', ['list', 'feed']);
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

/** @param refusal why a sample of everything can't be had, and what to do */
function readSample(
	parameters: NodeParameters,
	refusal: (() => ParameterError) | undefined,
): SampleChoice | undefined {
	const size = optionValue(parameters, 'sampleSize', 'Sample Size');
	const seed = optionValue(parameters, 'sampleSeed', 'Sample Seed');
	if (isBlank(size)) return undefined;
	if (refusal !== undefined) throw refusal();
	if (typeof seed === 'string' || typeof seed === 'number') {
		return { size: toNumber(size, 'sampleSize'), seed: String(seed) };
	}
	throw new ParameterError(
		`'Sample Seed' must be text, not ${describeType(seed)}`,
		'Enter any text, such as the name of the month. The same text selects the same events',
	);
}

function readOrder(parameters: NodeParameters, defaultOrder: Order): Order {
	const value = optionValue(parameters, 'order', 'Order');
	if (isBlank(value)) return defaultOrder;
	const word = typeof value === 'string' ? value.trim().toUpperCase() : value;
	return toOneOf(['ASC', 'DESC'], word, 'Order');
}
