import { type INode, type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { OrgEventLogTrigger } from '../../../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import { BURST_GROUPS, SUPPRESSION_GROUPS } from '../../../../nodes/OrgEventLog/events/alertGroups';

const { description } = new OrgEventLogTrigger();

function nodeWith(parameters: INodeParameters): INode {
	return {
		id: '1',
		name: 'Trigger',
		type: 'n8n-nodes-org-event-log.orgEventLogTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
}

function shownWith(parameters: INodeParameters): string[] {
	const node = nodeWith(parameters);
	return description.properties
		.filter((field) => NodeHelpers.displayParameter(parameters, field, node, description))
		.map(({ name }) => name);
}

function valuesOf(field: string): unknown[] {
	const { options = [] } = description.properties.find(({ name }) => name === field) ?? {};
	return options.map((option) => ('value' in option ? option.value : option.name)).sort();
}

it.each([
	['events', false],
	['digest', false],
	['burst', true],
])('asks how often is too often only for bursts (%s)', (emit, isShown) => {
	const shown = shownWith({ source: 'feed', simplify: true, emit });
	for (const name of ['burstCount', 'burstMinutes', 'burstPer']) {
		expect(shown.includes(name)).toBe(isShown);
	}
});

it.each<[INodeParameters, boolean]>([
	[{ suppressRepeats: 0 }, false],
	[{ suppressRepeats: 60 }, true],
	[{ suppressRepeats: 60, emit: 'burst' }, false],
])('asks what repeats what where repeats are held back (%j)', (parameters, isShown) => {
	expect(shownWith({ emit: 'events', ...parameters }).includes('suppressPer')).toBe(isShown);
});

it('asks first what should start the workflow', () => {
	const shown = shownWith({
		emit: 'events',
		suppressRepeats: 60,
		startFrom: 'now',
		simplify: true,
	});
	const asked = shown.filter((name) => name !== 'operation');
	expect(asked).toEqual([
		...['preset', 'filters', 'exclude', 'emit', 'suppressRepeats', 'suppressPer', 'startFrom'],
		...['simplify', 'columns', 'source', 'options'],
	]);
});

it('offers every key that repeats are held back by, and no other', () => {
	expect(valuesOf('suppressPer')).toEqual([...SUPPRESSION_GROUPS].sort());
});

it('offers every group that bursts are counted per, and no other', () => {
	expect(valuesOf('burstPer')).toEqual([...BURST_GROUPS].sort());
});

it.each<INodeParameters>([
	{ columns: ['createdAt', 'user_principal.user.groups'] },
	{ columns: ['a column of one’s own'] },
	{ emit: 'burst', burstCount: 1000, burstMinutes: 60, burstPer: 'all' },
	{ suppressRepeats: 10_080, suppressPer: 'userAndService' },
])('n8n runs it with %j', (parameters) => {
	const node = nodeWith({ source: 'feed', simplify: true, startFrom: 'now', ...parameters });
	const { properties } = description;
	expect(NodeHelpers.getNodeParametersIssues(properties, node, description)).toBeNull();
});
