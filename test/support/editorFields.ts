import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
	type NodeParameterValueType,
} from 'n8n-workflow';

/** A field of a node's form where the editor shows it. */
export interface EditorField {
	readonly field: INodeProperties;
	/** What the collection that it is added to is called, for a field of one. */
	readonly collection?: string;
	/** What is set for the editor to show it. */
	readonly shownWith: INodeParameters;
}

/** What the editor doesn't let anybody change. */
const NOT_ENTERED = ['notice', 'hidden'];

/** Every field of a form, those in its collections as well; from the description alone. */
export function fieldsOf({ properties }: INodeTypeDescription): readonly EditorField[] {
	const entered = properties.filter(({ type }) => !NOT_ENTERED.includes(type));
	return entered.flatMap((field) => {
		const places = shownIn(field);
		if (field.type !== 'collection') return places.map((shownWith) => ({ field, shownWith }));
		const members = (field.options ?? []).filter(isField);
		return places.flatMap((place) =>
			members
				.filter(({ type }) => !NOT_ENTERED.includes(type))
				.flatMap((member) =>
					shownIn(member).map((shownWith) => ({
						field: member,
						collection: field.name,
						shownWith: { ...place, ...shownWith },
					})),
				),
		);
	});
}

/** What n8n saves where the field holds this and everything else is as it is shown with. */
export function savedWith(
	description: INodeTypeDescription,
	{ field, collection, shownWith }: EditorField,
	value: NodeParameterValueType,
): INodeParameters {
	const set = { [field.name]: value };
	const parameters = { ...shownWith, ...(collection === undefined ? set : { [collection]: set }) };
	const node = { typeVersion: 1 };
	const { properties } = description;
	const saved = NodeHelpers.getNodeParameters(
		properties,
		parameters,
		false,
		false,
		node,
		description,
	);
	return saved ?? {};
}

/** What is set where the field is shown: for each operation that shows it, with the first of all other choices. */
function shownIn({
	displayOptions: { show = {}, hide = {} } = {},
}: INodeProperties): INodeParameters[] {
	// What is hidden where a number is 0 is shown where it is another.
	const numbers = Object.entries(hide).flatMap(([name, values = []]) =>
		values.includes(0) ? [[name, 1] as const] : [],
	);
	const { operation = [], ...others } = Object.fromEntries(
		Object.entries(show).map(([path, values = []]) => [
			path.replace(/^\//, ''),
			values.filter(isParameter),
		]),
	);
	const first: INodeParameters = {
		...Object.fromEntries(Object.entries(others).map(([name, [value = '']]) => [name, value])),
		...Object.fromEntries(numbers),
	};
	return operation.length === 0
		? [first]
		: operation.map((name) => ({ ...first, operation: name }));
}

function isParameter(value: unknown): value is string | boolean {
	return typeof value === 'string' || typeof value === 'boolean';
}

function isField(option: object): option is INodeProperties {
	return 'type' in option;
}
