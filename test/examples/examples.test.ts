import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { OrgEventLog } from '../../nodes/OrgEventLog/OrgEventLog.node';
import { OrgEventLogTrigger } from '../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import { sandboxCredentials } from '../../sandbox/n8n/credentials';
import { DELIVERY_WORKFLOW, REPORT_WORKFLOW } from '../../sandbox/n8n/imports';
import type { ExampleNode } from './exampleWorkflows';
import { exampleFiles, readExample } from './exampleWorkflows';

const PACKAGE_NAME = 'n8n-nodes-org-event-log';

const descriptions = new Map<string, INodeTypeDescription>(
	[new OrgEventLog(), new OrgEventLogTrigger()].map(({ description }) => [
		`${PACKAGE_NAME}.${description.name}`,
		description,
	]),
);

const workflows = exampleFiles.map(readExample);
const nodesInFiles = exampleFiles.flatMap((file) =>
	readExample(file).nodes.map((node): [string, ExampleNode] => [`${file}: ${node.name}`, node]),
);
const ownNodes = nodesInFiles.filter(([, { type }]) => type.startsWith(`${PACKAGE_NAME}.`));

function describeNode({ type }: ExampleNode): INodeTypeDescription {
	const description = descriptions.get(type);
	if (!description) throw new Error(`The package has no node ${type}`);
	return description;
}

function toINode(node: ExampleNode) {
	return { ...node, parameters: { ...node.parameters }, position: [0, 0] as [number, number] };
}

/** What n8n keeps of a node's parameters: it drops what the node doesn't have or doesn't show. */
function keptParameters(node: ExampleNode) {
	const description = describeNode(node);
	// n8n itself adds the schedule to every polling trigger.
	const { pollTimes, ...parameters } = node.parameters;
	const kept = NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		true,
		false,
		toINode(node),
		description,
	);
	return { ...kept, ...(pollTimes === undefined ? {} : { pollTimes }) };
}

function isOption(option: object): option is INodePropertyOptions {
	return 'value' in option;
}

/** Chosen values that no field of that name offers, at the top level and inside collections. */
function unknownChoices(properties: readonly INodeProperties[], parameters: object): string[] {
	return Object.entries(parameters).flatMap(([name, value]: [string, unknown]) => {
		const fields = properties.filter((property) => property.name === name);
		const choices = fields.filter(({ type }) => type === 'options');
		if (choices.length > 0) {
			const offered = choices.flatMap(({ options = [] }) => options.filter(isOption));
			return offered.some((option) => option.value === value) ? [] : [`${name}: ${String(value)}`];
		}
		const inner = fields
			.filter(({ type }) => type === 'collection')
			.flatMap(({ options = [] }) => options)
			.filter((option): option is INodeProperties => 'type' in option);
		const isGroup = inner.length > 0 && typeof value === 'object' && value !== null;
		return isGroup ? unknownChoices(inner, value) : [];
	});
}

describe('every example', () => {
	it('has an id and a name of its own, and so have its nodes', () => {
		const ids = workflows.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids.filter((id) => id.length === 0 || id.length > 36)).toEqual([]);
		expect(new Set(workflows.map(({ name }) => name)).size).toBe(workflows.length);
		const nodeIds = nodesInFiles.map(([, { id }]) => id);
		expect(new Set(nodeIds).size).toBe(nodeIds.length);
	});

	it('is inactive until its user activates it', () => {
		expect(workflows.filter(({ active }) => active)).toEqual([]);
	});

	it.each(exampleFiles)('%s connects nodes that it has', (file) => {
		const { nodes, connections } = readExample(file);
		const names = nodes.map(({ name }) => name);
		const ends = Object.entries(connections).flatMap(([from, { main }]) => [
			from,
			...main.flat().map(({ node }) => node),
		]);
		expect(new Set(names).size).toBe(names.length);
		expect(ends.filter((name) => !names.includes(name))).toEqual([]);
	});

	it.each(exampleFiles)('%s uses the package', (file) => {
		const { nodes } = readExample(file);
		expect(nodes.filter(({ type }) => descriptions.has(type))).not.toEqual([]);
	});
});

describe.each(ownNodes)('%s', (_where, node) => {
	it('is of a version that the package has', () => {
		expect([describeNode(node).version].flat()).toContain(node.typeVersion);
	});

	it('has only parameters that the node has and shows', () => {
		expect(keptParameters(node)).toMatchObject(node.parameters);
	});

	it('chooses only what the node offers', () => {
		expect(unknownChoices(describeNode(node).properties, node.parameters)).toEqual([]);
	});

	it('lacks nothing that the node requires', () => {
		const description = describeNode(node);
		const issues = NodeHelpers.getNodeParametersIssues(
			description.properties,
			toINode(node),
			description,
		);
		expect(issues).toBeNull();
	});

	it('names a credential that the node takes and the sandbox has', () => {
		const accepted = (describeNode(node).credentials ?? []).map(({ name }) => name);
		const imported = sandboxCredentials('http://127.0.0.1');
		const used = Object.entries(node.credentials ?? {});
		expect(used).toHaveLength(1);
		for (const [type, { id, name }] of used) {
			expect(accepted).toContain(type);
			expect(imported).toContainEqual(expect.objectContaining({ type, id, name }));
		}
	});
});

it('both workflows that the sandbox activates are among the examples', () => {
	const ids = workflows.map(({ id }) => id);
	expect(ids).toEqual(expect.arrayContaining([DELIVERY_WORKFLOW, REPORT_WORKFLOW]));
});
