import { ParameterError } from '../errors/parameterError';
import { describeType } from '../json/jsonValues';
import { isBlank } from './readField';

/** Reads a list, or a text with pipes between its values, or punctuation in some filters. @throws ParameterError */
export function toFilterValues(
	value: unknown,
	label: string,
	isSplitAtPunctuation: boolean,
): readonly string[] {
	const values = Array.isArray(value)
		? toValuesOfList(value, label)
		: splitValues(toText(value, label), isSplitAtPunctuation);
	if (values.length > 0) return [...new Set(values)];
	throw new ParameterError(
		`'${label}' has a list without values`,
		'Return at least one value, or remove the filter',
	);
}

function toValuesOfList(list: readonly unknown[], label: string): readonly string[] {
	const advice = 'Remove the pipe. Each entry of a list is one value';
	return list.filter((entry) => !isBlank(entry)).map((entry) => toOneValue(entry, label, advice));
}

export function splitValues(text: string, isSplitAtPunctuation: boolean): readonly string[] {
	const parts = text.split(isSplitAtPunctuation ? /[|,;\s]/ : '|');
	return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** @throws ParameterError for a value that isn't text or a number, or holds a pipe */
export function toFilterValue(value: unknown, label: string): string {
	const advice = `Enter only one value. '${label}' does not take several, unlike Type or User Email`;
	return toOneValue(value, label, advice);
}

function toOneValue(value: unknown, label: string, advice: string): string {
	const text = toText(value, label).trim();
	if (!text.includes('|')) return text;
	const message = `'${label}' contains a pipe (|), which stands between two values`;
	throw new ParameterError(message, advice);
}

export function toText(value: unknown, label: string): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value);
	throw new ParameterError(
		`'${label}' must be text, not ${describeType(value)}`,
		typeof value === 'number'
			? 'Put the number in quotation marks, because JavaScript may have rounded it'
			: 'Enter text, or an expression that returns text',
	);
}

/** n8n takes an equals sign for an expression; services take a pipe for two values, and ignore blanks at the ends. */
export function isUsableFilterValue(text: string): boolean {
	return text !== '' && text === text.trim() && !/^=|\|/.test(text);
}
