import { ParameterError } from '../errors/parameterError';
import { describeType } from '../json/jsonValues';
import { isBlank } from './readField';

/** Reads a filter's values: a list, or one text with pipes between them, or with punctuation, too. @throws ParameterError */
export function toFilterValues(
	value: unknown,
	field: string,
	isSplitAtPunctuation: boolean,
): readonly string[] {
	const values = Array.isArray(value)
		? toEntries(value, field)
		: splitValues(toText(value, field), isSplitAtPunctuation);
	if (values.length > 0) return [...new Set(values)];
	throw new ParameterError(
		`'${field}' has a list without values`,
		'Return at least one value, or remove the filter',
	);
}

function toEntries(list: readonly unknown[], field: string): readonly string[] {
	const advice = 'Remove the pipe. Each entry of a list is one value';
	return list.filter((entry) => !isBlank(entry)).map((entry) => toOneValue(entry, field, advice));
}

export function splitValues(text: string, isSplitAtPunctuation: boolean): readonly string[] {
	return text
		.split(isSplitAtPunctuation ? /[|,;\s]/ : '|')
		.map((part) => part.trim())
		.filter((part) => part !== '');
}

/** @throws ParameterError for a value that isn't text or a number, or holds a pipe */
export function toFilterValue(value: unknown, field: string): string {
	const advice = `Enter only one value. '${field}' does not take several, unlike Type or User Email`;
	return toOneValue(value, field, advice);
}

function toOneValue(value: unknown, field: string, advice: string): string {
	const text = toText(value, field).trim();
	if (!text.includes('|')) return text;
	const message = `'${field}' contains a pipe (|), which stands between two values`;
	throw new ParameterError(message, advice);
}

export function toText(value: unknown, field: string): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value);
	throw new ParameterError(
		`'${field}' must be text, not ${describeType(value)}`,
		typeof value === 'number'
			? 'Put the number in quotation marks, because JavaScript rounds such long numbers'
			: 'Enter text, or an expression that returns text',
	);
}

/** n8n takes an equals sign for the start of an expression; services take a pipe for two values, and ignore blanks. */
export function canBeChosen(text: string): boolean {
	return text !== '' && text === text.trim() && !/^=|\|/.test(text);
}
