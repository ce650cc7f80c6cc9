import { ParameterError } from '../errors/parameterError';
import type { JsonObject } from '../json/jsonValues';
import { type NodeParameters, isBlank, memberIn, requireValue } from './values';

interface Switch {
	/** What the editor calls it. */
	readonly label: string;
	/** Whether it is on where nobody has changed it. */
	readonly default: boolean;
}

/** Every field that is on or off. */
export const SWITCHES = {
	returnAll: { label: 'Return All', default: false },
	simplify: { label: 'Simplify', default: true },
	exactCount: { label: 'Exact Count', default: false },
	byteOrderMark: { label: 'For Excel', default: false },
	requireWhole: { label: 'Fail if the Log Begins Later', default: false },
} as const satisfies Record<string, Switch>;

export type SwitchName = keyof typeof SWITCHES;

/**
 * Whether the switch of a node is on; an expression may deliver it as text.
 * @throws ParameterError for what is neither true nor false: taken for off, it would change the
 * result without a word.
 */
export function readSwitch({ get }: NodeParameters, name: SwitchName): boolean {
	return toSwitch(get(name, SWITCHES[name].default), name);
}

/** The same of a collection. @throws ParameterError */
export function switchIn(collection: JsonObject, name: SwitchName): boolean {
	return toSwitch(memberIn(collection, name, SWITCHES[name].label), name);
}

function toSwitch(value: unknown, name: SwitchName): boolean {
	const { label, default: whereEmpty } = SWITCHES[name];
	requireValue(value, label);
	if (isBlank(value)) return whereEmpty;
	const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (word === true || word === 'true') return true;
	if (word === false || word === 'false') return false;
	throw new ParameterError(
		label,
		`'${label}' must be on or off`,
		'Turn it on or off, or return true or false from the expression',
	);
}
