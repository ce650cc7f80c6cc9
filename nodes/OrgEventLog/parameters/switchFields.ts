import { ParameterError } from '../errors/parameterError';
import { type NodeParameters, optionsOf, readField } from './readField';

interface Switch {
	readonly label: string;
	readonly default: boolean;
	/** The field is among Options, and may not have been added. */
	readonly isOption?: true;
}

export const SWITCH_FIELDS = {
	returnAll: { label: 'Return All', default: false },
	simplify: { label: 'Simplify', default: true },
	exactCount: { label: 'Exact Count', default: false },
	requireWhole: { label: 'Fail if the Log Begins Later', default: false, isOption: true },
} as const satisfies Record<string, Switch>;

export type SwitchName = keyof typeof SWITCH_FIELDS;

/** @throws ParameterError for another value, which would change the result unnoticed if it were taken for false */
export function readSwitch(parameters: NodeParameters, name: SwitchName): boolean {
	const { label, default: defaultValue, isOption }: Switch = SWITCH_FIELDS[name];
	const fields = isOption ? optionsOf(parameters) : parameters;
	return readField(fields, name, label, toBoolean) ?? defaultValue;
}

/** Takes text, too, which an expression may give. */
function toBoolean(value: unknown, label: string): boolean {
	const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (word === true || word === 'true') return true;
	if (word === false || word === 'false') return false;
	throw new ParameterError(
		`'${label}' must be on or off`,
		'Turn it on or off, or return true or false from the expression',
	);
}
