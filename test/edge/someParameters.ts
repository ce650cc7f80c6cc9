import fc from 'fast-check';
import type {
	GenericValue,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { COLUMNS, UNJUDGED_COLUMNS } from './documentedFields';
import { textOf } from './servedEvent';
import { LOGGED, PATHS } from './someEvents';

/** Whatever a field may hold; n8n's own type of it knows no lists of lists. */
type Entered = INodeParameters[string];

/** What people enter into fields of text and numbers, by the field's name. */
export type Entries = Readonly<Record<string, fc.Arbitrary<Entered>>>;

const anyGroups = fc
	.uniqueArray(
		fc.constantFrom(...COLUMNS.filter((name) => !UNJUDGED_COLUMNS.includes(name)), ...PATHS),
		{ maxLength: 5, size: 'xsmall' },
	)
	.chain((names) => fc.constantFrom<Entered[]>(names, names.join(', ')));

const ONE_VALUE = [
	'action',
	'deviceId',
	'eventId',
	'externalId',
	'messageContains',
	'subType',
] as const;
const SEVERAL_VALUES = [
	'deviceName',
	'ipAddress',
	'serialNumber',
	'serviceAccountName',
	'serviceName',
	'type',
	'userEmail',
	'workloadContainerId',
] as const;

const anyColumns = fc.oneof(
	{ weight: 2, arbitrary: fc.constant<Entered>([]) },
	{
		weight: 3,
		arbitrary: fc
			.uniqueArray(fc.constantFrom(...COLUMNS, ...PATHS), { minLength: 1, maxLength: 5 })
			.chain((names) => fc.constantFrom<Entered[]>(names, names.join(','))),
	},
);

/** One value, or several as a list of an expression or with pipes. */
function anyOf(values: readonly string[], takesSeveral: boolean): fc.Arbitrary<Entered> {
	const one = fc.constantFrom<Entered[]>(...values);
	if (!takesSeveral) return one;
	const several = fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
	return fc.oneof(
		{ weight: 4, arbitrary: one },
		{ weight: 2, arbitrary: several },
		{ weight: 2, arbitrary: several.map((some) => some.join(' | ')) },
	);
}

const FILTER_ENTRIES: Entries = {
	...Object.fromEntries(ONE_VALUE.map((name) => [name, anyOf(LOGGED[name], false)])),
	...Object.fromEntries(SEVERAL_VALUES.map((name) => [name, anyOf(LOGGED[name], true)])),
	severity: fc.constantFrom<Entered[]>('DEBUG', 'INFO', 'WARN', 'ERROR', 'warn'),
};

const ENTRIES: Entries = {
	...FILTER_ENTRIES,
	columns: anyColumns,
	// A workbook is compared cell by cell in report.test.ts.
	fileFormat: fc.constantFrom('csv', 'ndjson'),
	groupBy: anyGroups,
	lastAmount: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constantFrom(90, 1000)),
	limit: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 300 })),
	maxParallelRequests: fc.integer({ min: 1, max: 6 }),
	pageSize: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 10, max: 1000 })),
	previousSha256: fc.constantFrom<Entered[]>('', '0123456789abcdef'.repeat(4)),
	sampleSeed: fc.constantFrom<Entered[]>('', 'audit 2026'),
	sampleSize: fc.integer({ min: 1, max: 40 }),
	skip: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 300 })),
	timeout: fc.constant(60_000),
	burstCount: fc.oneof(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 30 })),
	burstMinutes: fc.oneof(fc.constantFrom(1, 10), fc.integer({ min: 1, max: 60 })),
};

export function isParameters(value: unknown): value is INodeParameters {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A resource locator as the editor or an expression leaves it. */
function asPicked(value: Entered, form: number): Entered {
	if (form === 0 || Array.isArray(value)) return value;
	const text = textOf(value);
	if (form === 1) return { mode: 'list', value: text };
	if (form === 2)
		return { __rl: true, mode: 'list', value: text, cachedResultName: `${text} (12)` };
	return { __rl: true, mode: 'value', value: text };
}

function isOption(option: unknown): option is INodePropertyOptions {
	return typeof option === 'object' && option !== null && 'value' in option;
}

function isProperty(
	option: INodePropertyOptions | INodeProperties | INodePropertyCollection,
): option is INodeProperties {
	return 'type' in option;
}

/** Anything that the editor takes for a field. */
function anyEntry(property: INodeProperties, entries: Entries): fc.Arbitrary<Entered> {
	const { type, name, options = [], typeOptions = {} } = property;
	const entered = entries[name];
	if (type === 'resourceLocator' && entered !== undefined)
		return fc.tuple(entered, fc.nat(3)).map(([value, form]) => asPicked(value, form));
	if (entered !== undefined) return entered;
	if (type === 'boolean') return fc.boolean();
	if (type === 'options') {
		const values: GenericValue[] = options.filter(isOption).map(({ value }) => value);
		return fc.constantFrom(...values.map((value) => toEntered(value)));
	}
	if (type === 'collection') {
		const fields = distinct(options.filter(isProperty));
		return fc
			.subarray(fields, { maxLength: Math.min(3, fields.length) })
			.chain((some) => anyEntries(some, entries));
	}
	if (type === 'number') {
		const { minValue = 0, maxValue = minValue + 50 } = typeOptions;
		return fc.integer({ min: minValue, max: Math.min(maxValue, minValue + 50) });
	}
	throw new Error(`Nobody has said what to enter into the field ${name}: add it in test/edge`);
}

function toEntered(value: unknown): Entered {
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
		return value;
	throw new Error('A choice of the editor is text, a number or a switch');
}

/** A field that is there twice, for two situations, is entered once; what only a language model fills in is not. */
function distinct(properties: readonly INodeProperties[]): INodeProperties[] {
	const isEntered = ({ type, displayOptions }: INodeProperties) =>
		type !== 'notice' && type !== 'hidden' && displayOptions?.show?.['@tool'] === undefined;
	return [...new Map(properties.filter(isEntered).map((one) => [one.name, one])).values()];
}

/** Anything that the editor takes, for every one of these fields. */
export function anyEntries(
	properties: readonly INodeProperties[],
	own: Entries = {},
): fc.Arbitrary<INodeParameters> {
	const entries = { ...ENTRIES, ...own };
	const fields = distinct(properties);
	return fc.record(
		Object.fromEntries(fields.map((field) => [field.name, anyEntry(field, entries)])),
	);
}
