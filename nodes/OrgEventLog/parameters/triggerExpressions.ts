import { FILTERS } from '../events/filters';
import { ParameterError } from '../errors/parameterError';
import { isJsonObject } from '../json/jsonValues';
import { isExpression, valueOfLocator } from './readField';

/** Other labels are the words of the field's name. */
const LABELLED: Readonly<Record<string, { readonly label: string }>> = FILTERS;

/** Gives a refusal of the expressions for which n8n can't give a trigger's parameter: n8n's own error names no field. */
export function refusalOfExpression(
	name: string,
	stored: Readonly<Record<string, unknown>>,
): ParameterError | undefined {
	const value = stored[name];
	const fields = Object.entries(isJsonObject(value) ? value : { [name]: value })
		.filter(([, entered]) => isExpression(valueOfLocator(entered)))
		.map(([field]) => `'${name === 'exclude' ? 'Exclude: ' : ''}${labelOf(field)}'`);
	if (fields.length === 0) return undefined;
	return new ParameterError(
		`${fields.join(' or ')} has an expression that does not work in a trigger`,
		'Correct the expression. Nothing comes before a trigger, so there is no input item and no other node to refer to',
	);
}

function labelOf(name: string): string {
	const inWords = name.replace(/([A-Z])/g, ' $1').replace(/^./, (letter) => letter.toUpperCase());
	return LABELLED[name]?.label ?? inWords;
}
