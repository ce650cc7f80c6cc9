import { type INode, type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { OrgEventLogTrigger } from '../../../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import { BURST_GROUPS } from '../../../../nodes/OrgEventLog/trigger/burstGroups';

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

it('offers every group that bursts are counted per, and no other', () => {
	const { options = [] } = description.properties.find(({ name }) => name === 'burstPer') ?? {};
	const offered = options.map((option) => ('value' in option ? option.value : option.name));
	expect(offered.sort()).toEqual([...BURST_GROUPS].sort());
});

it.each<INodeParameters>([
	{ columns: ['createdAt', 'user_principal.user.groups'] },
	{ columns: ['a column of one’s own'] },
	{ emit: 'burst', burstCount: 1000, burstMinutes: 60, burstPer: 'all' },
	{ options: { suppressRepeats: 10_080 } },
])('n8n runs it with %j', (parameters) => {
	const node = nodeWith({ source: 'feed', simplify: true, startFrom: 'now', ...parameters });
	const { properties } = description;
	expect(NodeHelpers.getNodeParametersIssues(properties, node, description)).toBeNull();
});
