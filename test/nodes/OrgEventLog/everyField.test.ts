import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import {
	EXCLUDE_FIELDS,
	FILTERS,
	triggerFiltersOf,
} from '../../../nodes/OrgEventLog/selection/filters';
import { OrgEventLog } from '../../../nodes/OrgEventLog/OrgEventLog.node';
import { OrgEventLogTrigger } from '../../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import type { NumberFieldName } from '../../../nodes/OrgEventLog/parameters/numberFields';
import { NUMBER_FIELDS } from '../../../nodes/OrgEventLog/parameters/numberFields';
import type { EventLogService } from '../../../sandbox/service';
import { makeEvent, seededLog, startEventLogService } from '../../../sandbox/service';
import { fieldsOf, savedWith, type EditorField } from '../../support/editorFields';
import { createLoadOptionsContext, createPollContext } from '../../support/n8nContexts';
import { credentialFor, runNode } from './runNode';

let service: EventLogService;

beforeAll(async () => {
	// As few as have a value of each kind to choose: a run costs what it reads.
	const log = seededLog({ events: 20, seed: 11 });
	log.append(makeEvent({ serviceAccountName: 'ci-runner' }));
	service = await startEventLogService({ log });
});
afterAll(async () => await service.close());

const credential = () => credentialFor(service);

interface Form {
	readonly node: OrgEventLog | OrgEventLogTrigger;
	/** What is set besides. */
	readonly set: INodeParameters;
	readonly run: (parameters: INodeParameters) => Promise<unknown>;
	readonly filters: readonly string[];
}

let triggers = 0;

/** What n8n does when a trigger is published: one that it has not known before. */
async function publish(parameters: INodeParameters) {
	const node = new OrgEventLogTrigger();
	const workflowId = `trigger-${++triggers}`;
	const options = { node, workflowId, credential: credential(), parameters };
	const { run } = createPollContext({ ...options, activation: 'activate' });
	return await run(async (context) => await node.poll.call(context));
}

const triggerForm = (source: 'feed' | 'list'): Form => ({
	node: new OrgEventLogTrigger(),
	set: source === 'feed' ? {} : { options: { source } },
	run: publish,
	filters: triggerFiltersOf(source),
});

const FORMS: Readonly<Record<string, Form>> = {
	'the node': {
		node: new OrgEventLog(),
		set: {},
		run: async (parameters) => await runNode(service, parameters),
		filters: Object.keys(FILTERS),
	},
	'the trigger with feed': triggerForm('feed'),
	'the trigger with list': triggerForm('list'),
};

/** What the field holds, as the editor saves it, and the message with which that is refused, if it is. */
type States = StatesOf<NodeParameterValueType>;
type StatesOf<Value> = Record<string, readonly [value: Value, refusal?: string]>;

const NOTHING = '={{ $workflow.nothing }}';
const FAILING = '={{ $workflow.nothing.of.it }}';
const EMPTY = "={{ '' }}";
const GIVES_EMPTY = 'an expression that gives an empty text';
const givesNothing = (label: string) => `'${label}' has an expression that returns nothing`;

/** Each expression that finds nothing, and what refuses it. */
const findingNothing = (refusal: string): StatesOf<string> => ({
	'an expression that finds nothing': [NOTHING, refusal],
	'an expression that finds nothing, and a blank': [`${NOTHING} `, refusal],
	// n8n puts them together to an empty text.
	'two expressions that find nothing': [`${NOTHING}{{ $workflow.neither }}`, refusal],
});

/** The example that the editor shows in the empty field. */
function exampleOf({ placeholder, modes = [] }: INodeProperties): string {
	const shown = placeholder ?? modes.find(({ name }) => name === 'value')?.placeholder ?? '';
	return shown.replace(/^e\.g\. /, '');
}

/** The first choice of the field's list, as the editor stores it when it is picked. */
async function pickedFrom({ modes = [] }: INodeProperties, { node, set }: Form) {
	const list = modes.find(({ name }) => name === 'list');
	const search = node.methods.listSearch[list?.typeOptions?.searchListMethod ?? ''];
	const context = createLoadOptionsContext({ node, credential: credential(), parameters: set });
	const [choice] = (await search?.call(context))?.results ?? [];
	if (choice === undefined) throw new Error('There is no choice');
	return { __rl: true, mode: 'list', value: choice.value, cachedResultName: choice.name };
}

/** The message that refuses any value of it here; undefined where it can be used. */
function refusalOf(collection: string, name: string, label: string, form: Form) {
	if (collection === 'exclude') {
		const usable = EXCLUDE_FIELDS.filter((other) => FILTERS[other].fieldKnownBy !== 'guess');
		return usable.some((other) => other === name)
			? undefined
			: `'${label}' can't exclude events, because events don't show it`;
	}
	return form.filters.includes(name)
		? undefined
		: `'${label}' works only if 'Source' is Matching Events, because not every event shows this value`;
}

async function statesOfFilter(field: INodeProperties, among: string, form: Form): Promise<States> {
	const { displayName, name } = field;
	const label = among === 'exclude' ? `Exclude: ${displayName}` : displayName;
	const refused = refusalOf(among, name, label, form);
	const empty = `'${label}' was added without a value`;
	const nothing = givesNothing(label);
	const entered: StatesOf<string> = { typed: [exampleOf(field), refused], emptied: ['', empty] };
	const expressions: StatesOf<string> = {
		'an expression of nothing yet': ['=', empty],
		...findingNothing(nothing),
		'an expression that fails': [FAILING, nothing],
		[GIVES_EMPTY]: [EMPTY],
	};
	const asText: States = {
		'added, and left as it stands': [field.default, name === 'severity' ? undefined : empty],
		...{ ...entered, ...expressions },
	};
	if (field.type !== 'resourceLocator') return asText;
	const within = (shape: INodeParameters, states: StatesOf<string>): States =>
		Object.fromEntries(
			Object.entries(states).map(([state, [value, refusal]]) => [
				`${state}, in ${JSON.stringify(shape)}`,
				[{ ...shape, value }, refusal],
			]),
		);
	return {
		...asText,
		...within({ __rl: true, mode: 'list', cachedResultName: 'x' }, entered),
		// As a workflow has it that was written by hand.
		...within({ mode: 'value' }, entered),
		...within({ __rl: true, mode: 'value' }, expressions),
		chosen: [await pickedFrom(field, form), refused],
	};
}

function isNumberField(name: string): name is NumberFieldName {
	return name in NUMBER_FIELDS;
}

function statesOfNumber(
	{ name, displayName: label, ...field }: INodeProperties,
	isMember: boolean,
): States {
	if (!isNumberField(name)) throw new Error(`${name} is no number field`);
	const { min, max }: { min: number; max?: number } = NUMBER_FIELDS[name];
	const range = max === undefined ? `${min} or more` : `${min} to ${max.toLocaleString('en-US')}`;
	const tooMuch = (max ?? Number.MAX_SAFE_INTEGER) + 1;
	const refusedAs = (shown: string | number) =>
		`'${label}' must be a whole number, ${range}, not ${shown}`;
	const wrong = [min - 1, tooMuch, -5, min + 1.5];
	return {
		'left as it stands': [field.default],
		// A millisecond is too short for the service.
		least: [name === 'timeout' ? 5_000 : min],
		most: [max ?? 100_000],
		...Object.fromEntries(wrong.map((value) => [`${value}`, [value, refusedAs(value)]])),
		'an expression that finds nothing': [
			NOTHING,
			isMember ? givesNothing(label) : refusedAs('nothing'),
		],
		[GIVES_EMPTY]: [EMPTY, isMember ? undefined : refusedAs('an empty text')],
	};
}

const NO_RANGE = "A custom time range needs 'From' or 'To', but both are empty";
const NO_START = "'Start Date' is empty";

function statesOfChoice({ displayName: label, name, ...field }: INodeProperties): States {
	const { options = [], noDataExpression } = field;
	const needsMore: Record<string, string> = { custom: NO_RANGE, date: NO_START };
	const states: States = {};
	for (const option of options) {
		if (!('value' in option)) throw new Error(`${name} has no values`);
		states[option.name] = [option.value, needsMore[String(option.value)]];
	}
	if (noDataExpression === true) return states;
	const saysNothing = ['preset', 'order', 'afterRestart', 'readFrom', 'source'].includes(name);
	const notOnList = `'${label}' must be one of the values on its list`;
	return {
		...states,
		'nothing at all': [null, saysNothing ? undefined : notOnList],
		...findingNothing(saysNothing ? givesNothing(label) : notOnList),
		'an expression that gives another word': ["={{ 'another' }}", notOnList],
	};
}

function statesOfDate({ displayName: label }: INodeProperties): States {
	const empty = label === 'Start Date' ? NO_START : NO_RANGE;
	return {
		'left as it stands': ['', empty],
		'nothing at all': [null, empty],
		picked: ['2026-03-01T00:00:00'],
		...findingNothing(givesNothing(label)),
		[GIVES_EMPTY]: [EMPTY, empty],
		'no date': ['soon', `'${label}' is not a date since 1970: soon`],
	};
}

async function statesOf({ field, collection }: EditorField, form: Form): Promise<States> {
	if (collection === 'filters' || collection === 'exclude')
		return await statesOfFilter(field, collection, form);
	const nothing = givesNothing(field.displayName);
	switch (field.type) {
		case 'number':
			return statesOfNumber(field, collection !== undefined);
		case 'options':
			return statesOfChoice(field);
		case 'dateTime':
			return statesOfDate(field);
		case 'boolean':
			return { ...{ on: [true], off: [false], empty: [EMPTY] }, ...findingNothing(nothing) };
		case 'multiOptions':
			return {
				none: [[]],
				'nothing at all': [null],
				some: [['id', 'user_principal.user.groups']],
				...findingNothing(nothing),
				'a list of nothing': ["={{ [$workflow.nothing, ' ', ''] }}", nothing],
				'an empty list': ['={{ [] }}'],
				[GIVES_EMPTY]: [EMPTY],
			};
		case 'string':
			return {
				typed: [exampleOf(field)],
				emptied: [''],
				'nothing at all': [null],
				'blanks alone': ['   '],
				...findingNothing(nothing),
				[GIVES_EMPTY]: [EMPTY],
			};
		default:
			throw new Error(`Nobody has said what ${field.name} may hold`);
	}
}

async function outcomeOf(form: Form, parameters: INodeParameters): Promise<string> {
	try {
		await form.run({ ...form.set, ...parameters });
		return 'works';
	} catch (thrown) {
		if (!(thrown instanceof NodeOperationError)) throw thrown;
		// What to do begins with a verb.
		expect(`${thrown.message}: ${thrown.description}`).toMatch(/: (Choose|Correct|Enter|Set) /);
		return thrown.message;
	}
}

describe.each(Object.entries(FORMS))('%s', (_name, form) => {
	const { description } = form.node;
	// Which of its two sources a trigger has matters to its filters alone; Count and List share theirs.
	const fields = fieldsOf(description).filter(
		({ collection, shownWith }) =>
			(form.set.options === undefined || collection === 'filters') &&
			(shownWith.operation !== 'count' || !['filters', 'exclude'].includes(collection ?? '')),
	);
	const cases = fields.map((place): [string, EditorField] => [
		`${place.collection ?? ''} ${place.field.displayName} ${JSON.stringify(place.shownWith)}`.trim(),
		place,
	]);

	it.each(cases)('%s works as the editor stores it, or says what to do', async (_path, place) => {
		const isFirst = fields.find(({ field }) => field === place.field) === place;
		// Each operation reads a field with the same function.
		const states = Object.entries(await statesOf(place, form)).slice(0, isFirst ? undefined : 2);
		// Alone, they are refused.
		const needsAll = place.field.name.startsWith('sample') ? { returnAll: true } : {};
		const outcomes: Record<string, string> = {};
		const expected: Record<string, string> = {};
		for (const [state, [value, refusal = 'works']] of states) {
			const saved = savedWith(description, place, value);
			outcomes[state] = await outcomeOf(form, { ...saved, ...needsAll });
			expected[state] = refusal;
		}

		expect(outcomes).toEqual(expected);
	});

	it.each([
		['filters', form.filters],
		['exclude', EXCLUDE_FIELDS],
	])('has every field of %s', (name, wanted) => {
		const members = fieldsOf(description).filter(({ collection }) => collection === name);
		const names = new Set(members.map(({ field }) => field.name));
		expect([...names]).toEqual(expect.arrayContaining([...wanted]));
	});
});
