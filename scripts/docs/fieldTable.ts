import type { INodeProperties, NodeParameterValue } from 'n8n-workflow';
import {
	NUMBER_FIELDS,
	type NumberFieldName,
	describeLimits,
} from '../../nodes/OrgEventLog/parameters/numberFields';
import { code, either, inDigits, table } from './markdown';

/** What the editor only says, and what it doesn't show. */
const NO_FIELDS: ReadonlySet<string> = new Set(['notice', 'hidden']);

/**
 * The fields as the editor shows them: name and parameter, what they take, their default, when they
 * are shown and what they mean.
 *
 * @param all the fields of the whole node, by which conditions are worded
 */
export function fieldTable(
	fields: readonly INodeProperties[],
	all: readonly INodeProperties[] = fields,
): string {
	const shown = fields.filter(({ type }) => !NO_FIELDS.has(type));
	const rows = shown.flatMap((field, index) => {
		// The editor may show a field in several ways, at different times.
		const variants = shown.filter(({ name }) => name === field.name);
		if (variants[0] !== shown[index]) return [];
		const required = field.required === true ? ', required' : '';
		const row = [
			`**${field.displayName}**${required}<br>${code(field.name)}`,
			takenBy(field),
			distinct(variants.map(defaultOf)).join('<br>'),
			distinct(variants.map((variant) => shownWhen(variant, all))).join(';<br>or '),
			meaningOf(field),
		];
		return [row];
	});
	const head = ['field, parameter', 'takes', 'default', 'shown when', 'meaning'];
	const isSaid = (_: string, column: number) => rows.some((row) => row[column] !== '');
	return table(
		head.filter(isSaid),
		rows.map((row) => row.filter(isSaid)),
	);
}

/** What a field takes, in the words of a user. */
function takenBy({ name, type, typeOptions = {} }: INodeProperties): string {
	if (isNumberField(name)) return `number, ${describeLimits(name)}`;
	if (typeOptions.password === true) return 'secret text';
	return PAGES[name] ?? TAKEN[type] ?? type;
}

/** Of what the fields in a collection take. */
const PAGES: Readonly<Record<string, string>> = {
	filters: '[filters](filters.md#filters)',
	exclude: '[filters](filters.md#exclude)',
};

const TAKEN: Readonly<Partial<Record<INodeProperties['type'], string>>> = {
	string: 'text',
	boolean: 'on or off',
	options: 'a choice',
	multiOptions: 'choices',
	dateTime: 'date',
	resourceLocator: 'text, or a choice',
	collection: 'see below',
};

function isNumberField(name: string): name is NumberFieldName {
	return name in NUMBER_FIELDS;
}

function defaultOf(field: INodeProperties): string {
	const { default: value } = field;
	const words = Array.isArray(value)
		? value.map(String).map(code).join(', ')
		: wordOf(value, field);
	return words || '–';
}

/** What the editor calls a value. */
function nameOfValue(value: NodeParameterValue, { options = [] }: INodeProperties): string {
	const named = options.find((option) => 'value' in option && option.value === value);
	return named?.name ?? String(value);
}

/** "Operation is List or Feed, Return All is off"; nothing where it is always shown. */
function shownWhen(
	{ displayOptions: { show = {}, hide = {} } = {} }: INodeProperties,
	all: readonly INodeProperties[],
): string {
	const conditionsOf = (verb: string, options: typeof show) =>
		Object.entries(options).map(([path, wanted = []]) => {
			const field = all.find(({ name }) => name === path.replace(/^\//, ''));
			// Of a list with one entry the editor shows nothing to decide on.
			if (field === undefined || field.options?.length === 1) return '';
			const values = wanted.map((value) => wordOf(value, field));
			return `${field.displayName} ${verb} ${either(values)}`;
		});
	const conditions = [...conditionsOf('is', show), ...conditionsOf('is not', hide)];
	return conditions.filter((condition) => condition !== '').join(', ');
}

function wordOf(value: unknown, field: INodeProperties): string {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	if (typeof value === 'number') return inDigits(value);
	return typeof value === 'string' ? nameOfValue(value, field) : '';
}

/** What has a page of its own, so that it is told once. */
const TOLD_ELSEWHERE: Readonly<Partial<Record<string, string>>> = {
	preset: 'A ready-made choice of events: [presets](filters.md#presets)',
};

/** What the field means, and each of its choices: on a line of its own where they say what they mean. */
function meaningOf(field: INodeProperties): string {
	const elsewhere = TOLD_ELSEWHERE[field.name];
	if (elsewhere !== undefined) return elsewhere;
	const choices = field.type === 'options' ? choicesOf(field) : [];
	const areExplained = choices.some((choice) => choice.includes(': '));
	const lines = [field.description ?? '', choices.join(areExplained ? '<br>' : ', ')];
	return lines.filter((line) => line !== '').join('<br>');
}

function choicesOf({ options = [] }: INodeProperties): readonly string[] {
	return options.flatMap((option) => {
		if (!('value' in option)) return [];
		const name = `**${option.name}** ${code(String(option.value))}`;
		return option.description === undefined ? [name] : [`${name}: ${option.description}`];
	});
}

function distinct(texts: readonly string[]): readonly string[] {
	return [...new Set(texts)];
}
