import { type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { OrgEventLog } from '../../../../nodes/OrgEventLog/OrgEventLog.node';
import { FILTER_NAMES } from '../../../../nodes/OrgEventLog/events/filters';
import { filterFieldsOf } from '../../../../nodes/OrgEventLog/descriptions/filterFields';
import { OPERATIONS } from '../../../../nodes/OrgEventLog/operations/runOperationContext';
import { LAST_UNITS, PERIOD_NAMES } from '../../../../nodes/OrgEventLog/parameters/timeRanges';

const { description } = new OrgEventLog();
const { properties } = description;

function fieldNamed(name: string): INodeProperties {
	const field = properties.find((candidate) => candidate.name === name);
	if (field === undefined) throw new Error(`No field ${name}`);
	return field;
}

function valuesOf({ options = [] }: INodeProperties): unknown[] {
	return options.map((option) => ('value' in option ? option.value : option.name));
}

/** The names of the fields that the editor shows. */
function shownWith(parameters: Record<string, string | boolean>): string[] {
	const node = {
		typeVersion: 1,
		parameters: { resource: 'event', output: 'items', simplify: true, ...parameters },
	};
	return properties
		.filter((field) => NodeHelpers.displayParameter(node.parameters, field, node, description))
		.map(({ name }) => name);
}

it('has a handler for every operation on the list, and lists every handler', () => {
	expect(valuesOf(fieldNamed('operation')).sort()).toEqual(Object.keys(OPERATIONS).sort());
});

it('marks what a field with a list holds, or the editor makes no expression of it', () => {
	const withList = filterFieldsOf(FILTER_NAMES).filter(({ type }) => type === 'resourceLocator');

	expect(withList).not.toEqual([]);
	for (const field of withList) expect(field.default).toMatchObject({ __rl: true });
});

it('shows a minimum severity that nobody has changed as its list does', () => {
	const [severity] = filterFieldsOf(['severity']);
	expect(severity?.default).toMatchObject({ value: 'WARN', cachedResultName: 'Warn and above' });
});

it('offers every period and unit that can be read', () => {
	expect(valuesOf(fieldNamed('period')).sort()).toEqual([...PERIOD_NAMES].sort());
	expect(valuesOf(fieldNamed('lastUnit')).sort()).toEqual([...LAST_UNITS].sort());
	expect(valuesOf(fieldNamed('timeRange'))).toEqual(['all', 'last', 'period', 'custom']);
});

const EVENTS = 'timeRange preset filters exclude';
const SHAPE = 'output simplify columns options';

it.each([
	['list', true, `returnAll ${EVENTS} ${SHAPE}`],
	['list', false, `returnAll limit ${EVENTS} ${SHAPE}`],
	['feed', false, `feedNotice returnAll limit timeRange ${SHAPE}`],
	['count', false, `${EVENTS} exactCount options`],
])('shows for %s with Return All %s what it reads, and no more', (operation, returnAll, names) => {
	const shown = shownWith({ operation, returnAll, timeRange: 'all' });
	expect(shown.join(' ')).toBe(`resource operation ${names}`);
});

const RANGE = 'lastAmount lastUnit period after before';
const FILE = 'output fileFormat simplify columns';

it.each([
	[{ output: 'file', returnAll: false }, 'limitedFileNotice', 'limitedFileNotice'],
	[{ output: 'file', returnAll: true }, 'limitedFileNotice', ''],
	[{ output: 'items', returnAll: false }, 'limitedFileNotice', ''],
	[{ timeRange: 'all' }, RANGE, ''],
	[{ timeRange: 'last' }, RANGE, 'lastAmount lastUnit'],
	[{ timeRange: 'period' }, RANGE, 'period'],
	[{ timeRange: 'custom' }, RANGE, 'after before'],
	[{ output: 'file', fileFormat: 'csv' }, FILE, FILE],
	[{ output: 'file', fileFormat: 'ndjson' }, FILE, 'output fileFormat'],
	[{ simplify: false }, FILE, 'output simplify'],
])('shows with %j of %s only what has a say in it', (parameters, some, names) => {
	const own = some.split(' ');
	const shown = shownWith({ operation: 'list', timeRange: 'all', ...parameters });

	expect(shown.filter((name) => own.includes(name)).join(' ')).toBe(names);
});

it('can be used as a tool, and tests its credential', () => {
	expect(description.usableAsTool).toBe(true);
	const [credential] = description.credentials ?? [];
	expect(Object.keys(new OrgEventLog().methods.credentialTest)).toEqual([credential?.testedBy]);
});

it.each([
	{ simplify: '={{ true }}' },
	{ output: '={{ "items" }}' },
	{ output: 'file', fileFormat: '={{ "csv" }}' },
	{ timeRange: '={{ "period" }}' },
])('keeps the defaults of other fields where %j is an expression', (expressions) => {
	const node = { typeVersion: 1 };
	const entered = { resource: 'event', operation: 'list', ...expressions };
	const saved = (type = description) =>
		NodeHelpers.getNodeParameters(type.properties, entered, true, false, node, type);

	expect(saved()).toMatchObject({ columns: [] });
	expect(saved({ ...description, name: 'orgEventLogTool' })?.['columns']).toContain('userEmail');
	const fields = properties.filter((field) => {
		return NodeHelpers.displayParameter({ ...saved() }, field, node, description);
	});
	expect(fields.filter(({ displayOptions }) => displayOptions?.show?.['@tool'])).toEqual([]);
});

it('lets a language model fill the period, for which n8n needs a text', () => {
	const tool = { ...description, name: 'orgEventLogTool' };
	const node = { typeVersion: 1, parameters: { resource: 'event', timeRange: 'period' } };
	const shown = properties.filter(
		(field) =>
			field.name === 'period' && NodeHelpers.displayParameter(node.parameters, field, node, tool),
	);

	expect(shown).toMatchObject([{ type: 'string', default: 'yesterday' }]);
	for (const name of PERIOD_NAMES) expect(shown[0]?.description).toContain(name);
});
