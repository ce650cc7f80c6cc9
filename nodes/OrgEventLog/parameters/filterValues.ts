import { ParameterError } from '../errors/parameterError';
import { describeType } from '../json/jsonValues';
import { SEVERITIES, type Severity } from '../events/severities';
import { isBlank, isExpression, toOneOf } from './readField';

type Punctuation = 'separates' | 'belongs';

/**
 * Reads the values of a filter that takes several: a list, or one text with pipes between them.
 *
 * @param punctuation is undefined if commas and semicolons may be meant either way
 * @throws ParameterError for no value, for one that isn't text or a number, for an entry of a list that holds a pipe,
 * which the service would take for two, and for commas and semicolons that may be meant either way
 */
export function toFilterValues(
	value: unknown,
	field: string,
	punctuation?: Punctuation,
): readonly string[] {
	const values = Array.isArray(value)
		? toEntries(value, field)
		: splitValues(toText(value, field), punctuation);
	if (punctuation !== 'belongs') refuseOtherSeparators(values, field);
	if (values.length > 0) return [...new Set(values)];
	throw new ParameterError(
		`'${field}' has a list without values`,
		'Return at least one value, or remove the filter',
	);
}

function toEntries(list: readonly unknown[], field: string): readonly string[] {
	const texts = list.filter((entry) => !isBlank(entry)).map((entry) => toText(entry, field).trim());
	const advice = 'Remove the pipe. Each entry of a list is one value';
	for (const text of texts) refusePipe(text, field, advice);
	return texts;
}

/** Splits text at its pipes, and at other punctuation only if that surely separates. */
export function splitValues(text: string, punctuation?: Punctuation): readonly string[] {
	return text
		.split(punctuation === 'separates' ? /[|,;\s]/ : '|')
		.map((part) => part.trim())
		.filter((part) => part !== '');
}

/** @throws ParameterError for a value that isn't text or a number, or holds a pipe */
export function toFilterValue(value: unknown, field: string): string {
	const text = toText(value, field).trim();
	const advice = `Enter only one value. '${field}' does not take several, unlike Type or User Email`;
	refusePipe(text, field, advice);
	return text;
}

/** Takes either letter case. @throws ParameterError for another word */
export function toSeverity(value: unknown, field: string): Severity {
	return toOneOf(SEVERITIES, typeof value === 'string' ? value.trim().toUpperCase() : value, field);
}

/** Everything that such an expression gives is meant, because no text stands beside it. */
const WHOLE_EXPRESSION = /^=\{\{(?:(?!\}\})[^])*\}\}$/;

/**
 * Refuses braces that are left of an expression: they would never match. The editor closes braces by itself, so that
 * somebody who types them, too, has a text behind the expression; in a fixed text there is no expression at all.
 *
 * @throws ParameterError
 */
export function refuseBraces(
	value: unknown,
	field: string,
	stored: unknown,
	hasList: boolean,
): void {
	if (typeof value !== 'string' || typeof stored !== 'string') return;
	if (WHOLE_EXPRESSION.test(stored)) return;
	const isFixed = !isExpression(stored);
	const [braces] = (isFixed ? /\{\{/ : /\{\{|\}\}/).exec(value) ?? [];
	if (braces === undefined) return;
	const choose = hasList ? '. If the log has a value with {{ in it, choose it from the list' : '';
	throw new ParameterError(
		`'${field}' contains ${braces}, which belongs to an expression`,
		isFixed
			? `Set the field to Expression, or remove {{${choose}`
			: `Remove ${braces}, or correct the expression: {{ and }} stand around it once`,
	);
}

function toText(value: unknown, field: string): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value);
	throw new ParameterError(
		`'${field}' must be text, not ${describeType(value)}`,
		typeof value === 'number'
			? 'Put the number in quotation marks, because JavaScript rounds such long numbers'
			: 'Enter text, or an expression that returns text',
	);
}

function refusePipe(text: string, field: string, advice: string): void {
	if (!text.includes('|')) return;
	throw new ParameterError(
		`'${field}' contains a pipe (|), which stands between two values`,
		advice,
	);
}

/** Several values with commas or semicolons between them would, as one value, never match. */
function refuseOtherSeparators(values: readonly string[], field: string): void {
	const [separator] = values.flatMap((value) => /[,;]/.exec(value) ?? []);
	if (separator === undefined) return;
	const name = separator === ',' ? 'comma (,)' : 'semicolon (;)';
	throw new ParameterError(
		`'${field}' contains a ${name}, which does not separate values`,
		`Separate several values with a pipe: ${values.join('|').replace(/\s*[,;]\s*/g, '|')}`,
	);
}

/** n8n stores a typed word that is taken from the list like a value of the log, in which `refuseBraces` allows braces. */
export function canBeTyped(text: string): boolean {
	return canBeChosen(text) && !text.includes('{{');
}

/** n8n takes an equals sign for the start of an expression; services take a pipe for two values, and ignore blanks. */
export function canBeChosen(text: string): boolean {
	return text !== '' && text === text.trim() && !/^=|\|/.test(text);
}
