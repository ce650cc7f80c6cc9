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

it.each([
	[
		'list',
		true,
		[
			'returnAll',
			'timeRange',
			'preset',
			'filters',
			'exclude',
			'output',
			'simplify',
			'columns',
			'options',
		],
	],
	[
		'list',
		false,
		[
			'returnAll',
			'limit',
			'timeRange',
			'preset',
			'filters',
			'exclude',
			'output',
			'simplify',
			'columns',
			'options',
		],
	],
	[
		'feed',
		false,
		['feedNotice', 'returnAll', 'limit', 'timeRange', 'output', 'simplify', 'columns', 'options'],
	],
	['count', false, ['timeRange', 'preset', 'filters', 'exclude', 'exactCount', 'options']],
])('shows for %s with Return All %s what it reads, and no more', (operation, returnAll, names) => {
	expect(shownWith({ operation, returnAll, timeRange: 'all' })).toEqual([
		'resource',
		'operation',
		...names,
	]);
});

it.each([
	['file', false, true],
	['file', true, false],
	['items', false, false],
])('warns that Limit shortens a file: output %s, Return All %s', (output, returnAll, warns) => {
	const shown = shownWith({ operation: 'list', timeRange: 'all', output, returnAll });

	expect(shown.includes('limitedFileNotice')).toBe(warns);
});

it.each([
	['all', []],
	['last', ['lastAmount', 'lastUnit']],
	['period', ['period']],
	['custom', ['after', 'before']],
])('shows for the time range %s its own fields only', (timeRange, names) => {
	const shown = shownWith({ operation: 'list', timeRange });
	const own = ['lastAmount', 'lastUnit', 'period', 'after', 'before'];

	expect(shown.filter((name) => own.includes(name))).toEqual(names);
});

it.each([
	['csv', ['output', 'fileFormat', 'simplify', 'columns']],
	['ndjson', ['output', 'fileFormat']],
])('shows for a file of %s what has a say in it', (fileFormat, names) => {
	const shown = shownWith({ operation: 'list', output: 'file', fileFormat });

	const own = ['output', 'fileFormat', 'simplify', 'columns'];
	expect(shown.filter((name) => own.includes(name))).toEqual(names);
});

it('asks for columns only where events are simplified', () => {
	expect(shownWith({ operation: 'list', simplify: false })).not.toContain('columns');
});

it('can be used as a tool, and tests its credential', () => {
	expect(description.usableAsTool).toBe(true);
	const [credential] = description.credentials ?? [];
	expect(Object.keys(new OrgEventLog().methods.credentialTest)).toEqual([credential?.testedBy]);
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
