import { NodeHelpers, type INodeTypeDescription } from 'n8n-workflow';
import { OrgEventLog } from '../../nodes/OrgEventLog/OrgEventLog.node';
import { OrgEventLogTrigger } from '../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import type { ExampleNode, ExampleWorkflow } from './exampleWorkflows';
import { examples, notesOf, ownWorkflows, stepsOf, textOf } from './exampleWorkflows';
import { areaOfNote, areaOfStep, noteAbove, overlaps } from './layout';

const PACKAGE_NAME = 'n8n-nodes-org-event-log';

const { description: action } = new OrgEventLog();
const descriptions = new Map<string, INodeTypeDescription>([
	[`${PACKAGE_NAME}.orgEventLog`, action],
	// What n8n makes of a node that is usable as a tool.
	[`${PACKAGE_NAME}.orgEventLogTool`, action],
	[`${PACKAGE_NAME}.orgEventLogTrigger`, new OrgEventLogTrigger().description],
]);

const workflows = [...examples, ...ownWorkflows];
const nodesInFiles = workflows.flatMap(([file, { nodes }]) =>
	nodes.map((node): [string, ExampleNode] => [`${file}: ${node.name}`, node]),
);
const ownNodes = nodesInFiles.filter(([, { type }]) => type.startsWith(`${PACKAGE_NAME}.`));

/** What n8n keeps of a node's parameters: it drops what the node doesn't have or doesn't show. */
function keptParameters(node: ExampleNode) {
	const description = descriptions.get(node.type);
	if (!description) throw new Error(`The package has no node ${node.type}`);
	// n8n itself adds the schedule to every polling trigger.
	const { pollTimes, ...parameters } = node.parameters;
	const kept = NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		true,
		false,
		{ typeVersion: node.typeVersion },
		description,
	);
	return { ...kept, ...(pollTimes === undefined ? {} : { pollTimes }) };
}

function endsOf({ connections }: ExampleWorkflow): string[] {
	return Object.entries(connections).flatMap(([from, byType]) => [
		from,
		...Object.values(byType).flatMap((outputs) => outputs.flat().map(({ node }) => node)),
	]);
}

describe('every workflow', () => {
	it('has an id and a name of its own, and so have its nodes', () => {
		const ids = workflows.map(([, { id }]) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids.filter((id) => id.length === 0 || id.length > 36)).toEqual([]);
		expect(new Set(workflows.map(([, { name }]) => name)).size).toBe(workflows.length);
		const nodeIds = nodesInFiles.map(([, { id }]) => id);
		expect(new Set(nodeIds).size).toBe(nodeIds.length);
	});

	it('is inactive until its user activates it', () => {
		expect(workflows.filter(([, { active }]) => active)).toEqual([]);
	});

	it.each(workflows)('%s connects nodes that it has, and all of them', (_file, workflow) => {
		const names = workflow.nodes.map(({ name }) => name);
		const ends = endsOf(workflow);
		expect(new Set(names).size).toBe(names.length);
		expect(ends.filter((name) => !names.includes(name))).toEqual([]);
		expect(stepsOf(workflow).filter(({ name }) => !ends.includes(name))).toEqual([]);
	});

	it.each(workflows)('%s uses the package and names no credential', (_file, { nodes }) => {
		expect(nodes.filter(({ type }) => descriptions.has(type))).not.toEqual([]);
		expect(nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
	});
});

it.each(ownNodes)('%s has only parameters that the node has and shows', (_where, node) => {
	expect(keptParameters(node)).toMatchObject(node.parameters);
});

/** Whose messages go where a person reads them, and what of the node says so. */
const MESSENGERS: Readonly<Record<string, (node: ExampleNode) => unknown>> = {
	'n8n-nodes-base.slack': ({ parameters }) => parameters.text,
	'n8n-nodes-base.emailSend': ({ parameters: { text, html, message } }) => text ?? html ?? message,
	'n8n-nodes-base.jira': ({ parameters }) => parameters.summary,
};
const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const MACHINE = /127\.0\.0\.1|localhost|file:\/\/|\/(?:home|root|tmp|work|Users)\//;

describe.each(examples)('%s', (_file, workflow) => {
	const notes = notesOf(workflow);
	const steps = stepsOf(workflow);
	const text = JSON.stringify(workflow);

	it('says in three steps what to choose, what to fill in, and where the text is', () => {
		const [about] = notes;
		expect(about?.name).toBe('About');
		const content = textOf(about?.parameters.content);
		expect(content).toMatch(
			/^## .+\n.+\n\n1\. \*\*Choose\*\*.+\n2\. \*\*Fill in\*\*.+\n3\. \*\*The text\*\*/,
		);
		expect(content).toContain('*Execute workflow*');
	});

	it('names in its notes only nodes that it has, fields of n8n, and labels', () => {
		const names = new Set(steps.map(({ name }) => name));
		const [about] = notes;
		const [, steps1 = ''] = textOf(about?.parameters.content).split(/^1\. /m);
		const named = [...steps1.matchAll(/in \*([^*]+)\*/g)].map(([, name]) => name);
		expect(named.filter((name) => name !== undefined && !names.has(name))).toEqual([]);
	});

	it('names every node of the log that needs a credential', () => {
		const content = textOf(notes[0]?.parameters.content);
		const unnamed = steps.filter(
			({ name, type }) => type.includes('orgEventLog') && !content.includes(`*${name}*`),
		);
		expect(unnamed).toEqual([]);
	});

	it('has a note for each stage, above what it is about, and nothing overlaps', () => {
		const areas = steps.map(areaOfStep);
		const [, ...stages] = notes.map(areaOfNote);
		expect(overlaps([...areas, ...notes.map(areaOfNote)])).toEqual([]);
		expect(areas.filter((area) => noteAbove(area, stages) === undefined)).toEqual([]);
		const used = new Set(areas.map((area) => noteAbove(area, stages)?.name));
		expect(stages.filter(({ name }) => !used.has(name))).toEqual([]);
	});

	it('has the text of each message made before it is sent', () => {
		const texts = steps.flatMap((node) => MESSENGERS[node.type]?.(node) ?? []);
		expect(
			texts.filter((one) => !/^=\{\{ (?:\$json|\$\('[^']+'\)\.item\.json)\.\w+/.test(textOf(one))),
		).toEqual([]);
	});

	it('has something in each list, for n8n starts nothing with an empty one', () => {
		const locators = JSON.stringify(steps).match(/\{"__rl":true[^}]*\}/g) ?? [];
		expect(locators.filter((locator) => locator.includes('"value":""'))).toEqual([]);
	});

	it('holds nobody’s data and nothing of a machine', () => {
		const addresses = text.match(ADDRESS) ?? [];
		expect(addresses.filter((address) => !address.endsWith('@example.com'))).toEqual([]);
		expect(text).not.toMatch(MACHINE);
	});

	it('has a name that fits into a header', () => {
		expect(workflow.name).toMatch(/^[ -~]+$/);
	});
});
