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
	return properties.flatMap((field) => {
		const places = shownIn(field);
		if (field.type !== 'collection') return places.map((shownWith) => ({ field, shownWith }));
		const members = (field.options ?? []).filter(isField);
		return places.flatMap((place) =>
			members.flatMap((member) =>
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
	const saved = NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		false,
		false,
		{ typeVersion: 1 },
		description,
	);
	return saved ?? {};
}

/** What is set where the field is shown: for each operation that shows it, with the first of all other choices. */
function shownIn({ type, displayOptions = {} }: INodeProperties): INodeParameters[] {
	const { show = {}, hide = {} } = displayOptions;
	if (NOT_ENTERED.includes(type)) return [];
	// What is hidden where a number is 0 is shown where it is another.
	const numbers = Object.keys(hide).filter((name) => hide[name]?.includes(0) === true);
	const first: INodeParameters = Object.fromEntries(numbers.map((name) => [name, 1]));
	for (const [path, values = []] of Object.entries(show))
		first[path.replace(/^\//, '')] = values.find(isParameter) ?? '';
	const operations = (show.operation ?? show['/operation'])?.filter(isParameter) ?? [];
	return operations.length === 0
		? [first]
		: operations.map((operation) => ({ ...first, operation }));
}

function isParameter(value: unknown): value is string | boolean {
	return typeof value === 'string' || typeof value === 'boolean';
}

function isField(option: object): option is INodeProperties {
	return 'type' in option;
}
