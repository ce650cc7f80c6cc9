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

const BURST = ['burstCount', 'burstMinutes', 'burstPer'];

it.each<[INodeParameters, readonly string[]]>([
	[{ emit: 'digest', suppressRepeats: 0 }, []],
	[{ emit: 'burst', suppressRepeats: 60 }, BURST],
	[{ emit: 'events', suppressRepeats: 0 }, []],
	[{ emit: 'events', suppressRepeats: 60 }, ['suppressPer']],
])(
	'asks with %j how often is too often, and what repeats what, only where it counts',
	(set, asked) => {
		const shown = shownWith({ source: 'feed', simplify: true, ...set });
		expect(shown.filter((name) => [...BURST, 'suppressPer'].includes(name))).toEqual(asked);
	},
);

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

it('offers every group by which repeats are held back and bursts are counted, and no other', () => {
	expect(valuesOf('suppressPer')).toEqual([...SUPPRESSION_GROUPS].sort());
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
