import { NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';
import type { TimeRange } from '../api/event';
import type { EventFilters } from '../api/eventFilters';
import { ParameterError, isBlank } from './parameterError';
import { parseFilters } from './parseFilters';
import { parseOutput, type OutputChoice } from './parseOutput';
import {
	DEFAULT_LIMIT,
	isTrue,
	parseReadOptions,
	parseRequestOptions,
	type ReadOptions,
	type RequestOptions,
} from './parseReadOptions';
import { parseTimeRange } from './parseTimeRange';

/** What of n8n is needed to read the parameters of an input item. */
export type ParametersContext = Pick<
	IExecuteFunctions,
	'getNode' | 'getNodeParameter' | 'getTimezone'
>;

/**
 * Runs `read` and hands back what it gives.
 * @throws NodeOperationError for a parameter that can't be used: it names the field as the editor
 * does, and its description says what to enter.
 */
export function withLegibleParameters<Value>(
	node: INode,
	itemIndex: number | undefined,
	read: () => Value,
): Value {
	try {
		return read();
	} catch (cause) {
		throw toLegibleError(node, itemIndex, cause);
	}
}

function toLegibleError(node: INode, itemIndex: number | undefined, cause: unknown): Error {
	if (cause instanceof ParameterError) {
		const { message, advice: description } = cause;
		return new NodeOperationError(node, message, { description, itemIndex });
	}
	return cause instanceof Error
		? cause
		: new NodeOperationError(node, String(cause), { itemIndex });
}

/** The filters of an input item. @throws NodeOperationError */
export function readFilters(context: ParametersContext, itemIndex: number): EventFilters {
	return withLegibleParameters(context.getNode(), itemIndex, () =>
		parseFilters(readCollection(context, 'filters', itemIndex), context.getTimezone()),
	);
}

/** The half-open range of an input item, as of `nowMs`. @throws NodeOperationError */
export function readTimeRange(
	context: ParametersContext,
	itemIndex: number,
	nowMs: number,
): TimeRange {
	const read = (name: string): unknown => context.getNodeParameter(name, itemIndex, '');
	return withLegibleParameters(context.getNode(), itemIndex, () =>
		parseTimeRange(
			{
				timeRange: context.getNodeParameter('timeRange', itemIndex, 'all'),
				lastAmount: read('lastAmount'),
				lastUnit: read('lastUnit'),
				period: read('period'),
				after: read('after'),
				before: read('before'),
			},
			nowMs,
			context.getTimezone(),
		),
	);
}

/** How much an input item wants read, and how. @throws NodeOperationError */
export function readListOptions(context: ParametersContext, itemIndex: number): ReadOptions {
	return withLegibleParameters(context.getNode(), itemIndex, () =>
		parseReadOptions({
			returnAll: context.getNodeParameter('returnAll', itemIndex, false),
			limit: context.getNodeParameter('limit', itemIndex, DEFAULT_LIMIT),
			options: readCollection(context, 'options', itemIndex),
		}),
	);
}

/** What an input item wants its events made into. @throws NodeOperationError */
export function readOutput(context: ParametersContext, itemIndex: number): OutputChoice {
	return withLegibleParameters(context.getNode(), itemIndex, () =>
		parseOutput({
			output: context.getNodeParameter('output', itemIndex, 'items'),
			fileFormat: context.getNodeParameter('fileFormat', itemIndex, 'csv'),
			simplify: context.getNodeParameter('simplify', itemIndex, true),
			options: readCollection(context, 'options', itemIndex),
		}),
	);
}

/** How an input item wants the service asked. @throws NodeOperationError */
export function readRequestOptions(context: ParametersContext, itemIndex: number): RequestOptions {
	return withLegibleParameters(context.getNode(), itemIndex, () =>
		parseRequestOptions(readCollection(context, 'options', itemIndex)),
	);
}

/** Whether a switch is on for an input item. */
export function readSwitch(
	context: ParametersContext,
	name: string,
	itemIndex: number,
	fallback: boolean,
): boolean {
	return isTrue(context.getNodeParameter(name, itemIndex, fallback));
}

function readCollection(
	context: ParametersContext,
	name: 'filters' | 'options',
	itemIndex: number,
): Readonly<Record<string, unknown>> {
	const value: unknown = context.getNodeParameter(name, itemIndex, {});
	if (isBlank(value)) return {};
	if (typeof value === 'object' && !Array.isArray(value)) return { ...value };
	throw new ParameterError(
		name,
		`The ${name} are not a set of named values`,
		'Set each field by itself, or let the expression deliver an object with their names',
	);
}
