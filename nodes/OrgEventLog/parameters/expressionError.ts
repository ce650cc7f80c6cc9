import { ParameterError } from '../errors/parameterError';
import { FILTERS } from '../selection/filters';
import { isJsonObject } from '../json/jsonValues';
import { CHOICE_FIELDS } from './choiceFields';
import { NUMBER_FIELDS } from './numberFields';
import { EXCLUDE_PREFIX } from './parseSelection';
import { isExpression, valueOfLocator } from './readField';
import { SWITCH_FIELDS } from './switchFields';

/** All other fields have the words of their names as labels. */
const LABELLED_FIELDS: Readonly<Record<string, { readonly label: string }>> = {
	preset: { label: 'Trigger On' },
	...CHOICE_FIELDS,
	...NUMBER_FIELDS,
	...SWITCH_FIELDS,
	...FILTERS,
};

/** Names each field of a parameter that has an expression, because n8n's own error names none; undefined without one. */
export function createExpressionError(
	name: string,
	stored: Readonly<Record<string, unknown>>,
): ParameterError | undefined {
	const value = stored[name];
	const fields = Object.entries(isJsonObject(value) ? value : { [name]: value })
		.filter(([, entered]) => isExpression(valueOfLocator(entered)))
		.map(([field]) => `'${name === 'exclude' ? EXCLUDE_PREFIX : ''}${labelOf(field)}'`);
	if (fields.length === 0) return undefined;
	return new ParameterError(
		`${fields.join(' or ')} has an expression that does not work in a trigger`,
		'Correct the expression. Nothing comes before a trigger, so there is no input item and no other node to refer to',
	);
}

function labelOf(name: string): string {
	const words = name.replace(/([A-Z])/g, ' $1').replace(/^./, (letter) => letter.toUpperCase());
	return LABELLED_FIELDS[name]?.label ?? words;
}
