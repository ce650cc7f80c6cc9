import { SEVERITIES, type Severity } from '../events/severities';
import { ParameterError } from '../errors/parameterError';
import { type JsonObject, describeType, isJsonObject } from '../json/jsonValues';
import { isBlank, isExpression, toOneOf } from './values';

/**
 * The values of a filter that takes several: an array, or one string with pipes between them.
 *
 * @param punctuation what commas, semicolons and blanks are in it: undefined where they may be meant as either
 * @throws ParameterError for a list without a value, for a value that isn't text or a number, for one of an array that
 * holds a pipe, which the service would take for two, and for commas and semicolons that may be meant as either
 */
export function toFilterValues(
	value: unknown,
	field: string,
	punctuation?: 'separates' | 'belongs',
): readonly string[] {
	const texts = Array.isArray(value)
		? value.filter((entry: unknown) => !isBlank(entry)).map((entry) => toText(entry, field))
		: toText(value, field).split(punctuation === 'separates' ? /[|,;\s]/ : '|');
	if (Array.isArray(value)) {
		texts.forEach((text) =>
			refusePipe(text, field, 'Remove the pipe. Each entry of a list is one value'),
		);
	}
	const values = texts.map((text) => text.trim()).filter((text) => text !== '');
	if (punctuation !== 'belongs') refuseOtherSeparators(values, field);
	if (values.length > 0) return [...new Set(values)];
	throw new ParameterError(
		`'${field}' has a list without values`,
		'Return at least one value, or remove the filter',
	);
}

/**
 * The value of a filter that takes one.
 * @throws ParameterError where it isn't text or a number, or holds a pipe.
 */
export function toFilterValue(value: unknown, field: string): string {
	const text = toText(value, field).trim();
	refusePipe(
		text,
		field,
		`Enter only one value. '${field}' does not take several, unlike Type or User Email`,
	);
	return text;
}

/** The severity that is meant, in either letter case. @throws ParameterError for another word. */
export function toSeverity(value: unknown, field: string): Severity {
	return toOneOf(SEVERITIES, typeof value === 'string' ? value.trim().toUpperCase() : value, field);
}

/** From its first braces to its last: what it gives is all there is. */
const WHOLE_EXPRESSION = /^=\{\{(?:(?!\}\})[^])*\}\}$/;

/**
 * Refuses braces that are left of an expression: they would never match. The editor closes braces by itself, so that
 * who types them, too, has a text behind the expression; in a fixed text there is no expression at all.
 *
 * @param entered the value as it is stored
 * @throws ParameterError
 */
export function refuseBraces(
	value: unknown,
	field: string,
	entered: unknown,
	hasList: boolean,
): void {
	if (typeof value !== 'string' || typeof entered !== 'string') return;
	if (WHOLE_EXPRESSION.test(entered)) return;
	const isFixed = !isExpression(entered);
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
	if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
	if (typeof value === 'bigint') return String(value);
	throw new ParameterError(
		`'${field}' must be text, not ${describeType(value)}`,
		typeof value === 'number'
			? 'Put the number in quotation marks, because JavaScript rounds such long numbers'
			: 'Enter text, or an expression that returns text',
	);
}

/**
 * Whether a word that was typed into a list can be taken as it is: it would pass for a value of the log, for n8n
 * stores both alike.
 */
export function canBeTyped(text: string): boolean {
	return canBeChosen(text) && !text.includes('{{');
}

/**
 * Whether a value of the log can be asked for when it is chosen: n8n takes what begins with an equals sign for an
 * expression, and services take what holds a pipe for two values, and no account of blanks around them.
 */
export function canBeChosen(text: string): boolean {
	return text !== '' && text === text.trim() && !/^=|\|/.test(text);
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

/**
 * The value itself of a field with a list: n8n stores how it was picked along with it, and leaves out the mark
 * `__rl` where the field was added and left as it stands. Anything else is the value already, as an expression
 * gives it.
 */
export function valueOfPicked(stored: unknown): unknown {
	return isLocator(stored) ? stored.value : stored;
}

/**
 * Whether a field, as it is stored, was chosen from its list: then its commas and semicolons are the log's own. An
 * expression is stored in the mode in which it was begun.
 */
export function isChosen(stored: unknown): boolean {
	if (!isLocator(stored) || stored.mode !== 'list') return false;
	return typeof stored.value === 'string' && !isExpression(stored.value);
}

function isLocator(stored: unknown): stored is JsonObject {
	return isJsonObject(stored) && ('__rl' in stored || 'mode' in stored);
}
