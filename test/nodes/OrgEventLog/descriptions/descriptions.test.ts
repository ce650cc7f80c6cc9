import { type INodeParameters, type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';
import { OrgEventLog } from '../../../../nodes/OrgEventLog/OrgEventLog.node';
import { OrgEventLogTrigger } from '../../../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import { FILTER_NAMES } from '../../../../nodes/OrgEventLog/selection/filters';
import { createFilterField } from '../../../../nodes/OrgEventLog/descriptions/selectionFields';
import { CHOICE_FIELDS } from '../../../../nodes/OrgEventLog/parameters/choiceFields';
import { NUMBER_FIELDS } from '../../../../nodes/OrgEventLog/parameters/numberFields';
import { SWITCH_FIELDS } from '../../../../nodes/OrgEventLog/parameters/switchFields';
import { OPERATIONS } from '../../../../nodes/OrgEventLog/operations/runOperationContext';

const { description } = new OrgEventLog();

const { description: trigger } = new OrgEventLogTrigger();

/** The choices of a field. */
function valuesOf(name: string, { properties: fields } = description): unknown[] {
	const { options = [] } = fields.find((field) => field.name === name) ?? {};
	return options.map((option) => ('value' in option ? option.value : option.name));
}

/** The names of the fields that the editor shows. */
function shownIn(type: INodeTypeDescription, parameters: INodeParameters): string[] {
	const node = { typeVersion: 1 };
	return type.properties
		.filter((field) => NodeHelpers.displayParameter(parameters, field, node, type))
		.map(({ name }) => name);
}

const shownWith = (parameters: INodeParameters) =>
	shownIn(description, { resource: 'event', simplify: true, ...parameters });
const shownInTrigger = (parameters: INodeParameters) =>
	shownIn(trigger, { simplify: true, ...parameters });

it('has a handler for every operation on the list, and lists every handler', () => {
	expect(valuesOf('operation').sort()).toEqual(Object.keys(OPERATIONS).sort());
});

/** The names of a node's fields, and of all within them. */
function allNamesIn(fields: readonly object[]): unknown[] {
	return fields.flatMap((field) => [
		...('name' in field ? [field.name] : []),
		...('options' in field && Array.isArray(field.options) ? allNamesIn(field.options) : []),
	]);
}

it('offers every field that is read', () => {
	const read = Object.keys({ ...NUMBER_FIELDS, ...SWITCH_FIELDS, ...CHOICE_FIELDS });
	expect(allNamesIn([...description.properties, ...trigger.properties])).toEqual(
		expect.arrayContaining(read),
	);
});

it('marks what a field with a list holds, or the editor makes no expression of it', () => {
	const fields = FILTER_NAMES.map((name) => createFilterField(name));
	const withList = fields.filter(({ type }) => type === 'resourceLocator');

	expect(withList).not.toEqual([]);
	for (const field of withList) expect(field.default).toMatchObject({ __rl: true });
});

const EVENTS = 'timeRange preset filters exclude';
const SHAPE = 'simplify columns options';

it.each([
	['list', true, `returnAll ${EVENTS} ${SHAPE}`],
	['list', false, `returnAll limit ${EVENTS} ${SHAPE}`],
	['feed', false, `feedNotice returnAll limit timeRange ${SHAPE}`],
	['count', false, `${EVENTS} exactCount options`],
	['export', false, `${EVENTS} fileFormat options`],
	['summarize', false, `${EVENTS} groupBy interval options`],
])('shows for %s with Return All %s what it reads, and no more', (operation, returnAll, names) => {
	const shown = shownWith({ operation, returnAll, timeRange: 'all' });
	expect(shown.join(' ')).toBe(`resource operation ${names}`);
});

const RANGE = 'lastAmount lastUnit period after before';
const FILE = 'fileFormat simplify columns';

it.each([
	[{ timeRange: 'all' }, RANGE, ''],
	[{ timeRange: 'last' }, RANGE, 'lastAmount lastUnit'],
	[{ timeRange: 'period' }, RANGE, 'period'],
	[{ timeRange: 'custom' }, RANGE, 'after before'],
	[{ operation: 'export', fileFormat: 'csv' }, FILE, FILE],
	[{ operation: 'export', fileFormat: 'xlsx' }, FILE, FILE],
	[{ operation: 'export', fileFormat: 'ndjson' }, FILE, 'fileFormat'],
	[{ simplify: false }, FILE, 'simplify'],
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

const BURST = ['burstCount', 'burstMinutes', 'burstPer'];

it.each<[INodeParameters, readonly string[]]>([
	[{ emit: 'digest', suppressRepeats: 0 }, []],
	[{ emit: 'burst', suppressRepeats: 60 }, BURST],
	[{ emit: 'events', suppressRepeats: 0 }, []],
	[{ emit: 'events', suppressRepeats: 60 }, ['suppressPer']],
])('the trigger asks with %j how often is too often, and what repeats what', (set, asked) => {
	const shown = shownInTrigger(set);
	expect(shown.filter((name) => [...BURST, 'suppressPer'].includes(name))).toEqual(asked);
});

it('the trigger asks first what should start the workflow', () => {
	const shown = shownInTrigger({ emit: 'events', suppressRepeats: 60, startFrom: 'now' });
	expect(shown.filter((name) => name !== 'operation')).toEqual([
		...['preset', 'filters', 'exclude', 'emit', 'suppressRepeats', 'suppressPer', 'startFrom'],
		...['simplify', 'options'],
	]);
});

it('the trigger offers each event that it can start with as a trigger of its own in the panel', () => {
	// n8n takes them from the field that is called so.
	const field = trigger.properties.find(({ displayName }) => displayName === 'Trigger On');
	expect((field?.options ?? []).map((option) => ({ ...option }))).toMatchObject([
		{ value: 'none', action: 'On any event' },
		{ value: 'refusedAccess', action: 'On refused access' },
		{ value: 'deviceRegistered', action: 'On device registered' },
		{ value: 'deviceOutOfCompliance', action: 'On device out of compliance' },
		{ value: 'warningsAndErrors', action: 'On warnings and errors' },
	]);
});

it('a file format that a workflow still stores hides no field of List: n8n would drop what it hides', () => {
	const stored = { resource: 'event', operation: 'list', fileFormat: 'ndjson', simplify: false };
	const { description } = new OrgEventLog();
	const node = { typeVersion: 1 };
	expect(
		NodeHelpers.getNodeParameters(description.properties, stored, true, false, node, description),
	).toMatchObject({ simplify: false });
});
