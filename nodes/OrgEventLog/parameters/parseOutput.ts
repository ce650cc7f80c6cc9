import type { JsonObject } from '../json/jsonValues';
import { type EventShape, parseEventShape } from './columns';
import { DEFAULT_BYTE_ORDER_MARK } from './defaults';
import { toOneOf, toSwitch } from './values';

const OUTPUTS = ['items', 'file'] as const;
const FILE_FORMATS = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** One file with all events. */
export interface FileChoice {
	readonly kind: 'file';
	readonly format: FileFormat;
	/** For CSV. */
	readonly shape: EventShape;
	/** For CSV: whether the file begins with a mark that tells Excel that it is UTF-8. */
	readonly withByteOrderMark: boolean;
}

/** What events are made into: items, or one file. */
export type OutputChoice = { readonly kind: 'items'; readonly shape: EventShape } | FileChoice;

/** @throws ParameterError naming the field that can't be used. */
export function parseOutput(parameters: {
	readonly output: unknown;
	readonly fileFormat: unknown;
	readonly simplify: unknown;
	readonly columns: unknown;
	readonly byteOrderMark: unknown;
	readonly options: JsonObject;
}): OutputChoice {
	const { output, fileFormat, simplify, columns, byteOrderMark, options } = parameters;
	const shape = parseEventShape(simplify, columns);
	if (toOneOf(OUTPUTS, output, 'Output') === 'items') return { kind: 'items', shape };
	return {
		kind: 'file',
		format: toOneOf(FILE_FORMATS, fileFormat, 'File Format'),
		shape,
		// Among the options is where older workflows have it.
		withByteOrderMark: [byteOrderMark, options.byteOrderMark]
			.map((value) => toSwitch(value, 'For Excel', DEFAULT_BYTE_ORDER_MARK))
			.some(Boolean),
	};
}
