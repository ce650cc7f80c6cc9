import { ParameterError } from '../errors/parameterError';
import { type NodeParameters, isBlank, optionValue, requireValue } from './values';

interface Switch {
	/** What the editor calls it. */
	readonly label: string;
	/** Whether it is on where nobody has changed it. */
	readonly default: boolean;
	/** Whether it is among Options. */
	readonly isOption?: true;
}

/** Every field that is on or off. */
export const SWITCHES = {
	returnAll: { label: 'Return All', default: false },
	simplify: { label: 'Simplify', default: true },
	exactCount: { label: 'Exact Count', default: false },
	requireWhole: { label: 'Fail if the Log Begins Later', default: false, isOption: true },
} as const satisfies Record<string, Switch>;

export type SwitchName = keyof typeof SWITCHES;

/**
 * Whether a switch is on; an expression may deliver it as text.
 * @throws ParameterError for what is neither true nor false: treated as off, it would change the result
 * without a word.
 */
export function readSwitch(parameters: NodeParameters, name: SwitchName): boolean {
	const { label, default: whereEmpty, isOption }: Switch = SWITCHES[name];
	const value = isOption ? optionValue(parameters, name, label) : parameters.get(name, whereEmpty);
	if (!isOption) requireValue(value, label, parameters.stored[name]);
	if (isBlank(value)) return whereEmpty;
	const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (word === true || word === 'true') return true;
	if (word === false || word === 'false') return false;
	throw new ParameterError(
		`'${label}' must be on or off`,
		'Turn it on or off, or return true or false from the expression',
	);
}
