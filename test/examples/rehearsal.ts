import type {
	IConnections,
	IDataObject,
	INode,
	INodeExecutionData,
	ITaskData,
	NodeParameterValueType,
} from 'n8n-workflow';
import { NodeConnectionTypes, Workflow, createRunExecutionData } from 'n8n-workflow';
import { createNodeTypes, idleNodeType, withExpressions } from '../support/n8nContexts/workflow';
import type { ExampleNode, ExampleWorkflow } from './exampleWorkflows';
import { isObject, textOf } from './exampleWorkflows';

/** What nodes give out that read something, by their names. */
export type Given = Readonly<Record<string, readonly IDataObject[]>>;

/** What a node was to send of an item: its parameters, with every expression evaluated. */
export interface Rehearsed {
	readonly type: string;
	readonly parameters: IDataObject;
	readonly item: IDataObject;
}

/** An example that was gone through. */
export interface Rehearsal {
	readonly sent: readonly Rehearsed[];
	/** The last that a node gave out, by its name. */
	readonly made: ReadonlyMap<string, readonly IDataObject[]>;
	/** With which parameters a node was to look something up, by its name. */
	readonly asked: ReadonlyMap<string, readonly IDataObject[]>;
}

const ANY_NODE = idleNodeType({});

const ADDRESS_OF_N8N = 'https://n8n.example.com';
const KEYS = {
	$execution: {
		id: '7',
		mode: 'test' as const,
		resumeUrl: `${ADDRESS_OF_N8N}/webhook-waiting/7`,
		resumeFormUrl: `${ADDRESS_OF_N8N}/form-waiting/7`,
	},
};

function isSender({ type, parameters: { operation } }: ExampleNode): boolean {
	if (type === 'n8n-nodes-base.jira') return operation === 'create';
	if (type === 'n8n-nodes-base.awsS3') return operation === 'upload';
	return /\.(?:slack|emailSend|googleSheets|httpRequest)$/.test(type);
}

function toINode({ id, name, type, typeVersion, position: [x, y] }: ExampleNode): INode {
	return { id, name, type, typeVersion, position: [x, y], parameters: {} };
}

function childrenOf({ connections }: ExampleWorkflow, name: string): string[] {
	return (connections[name]?.main ?? []).flat().map(({ node }) => node);
}

function toConnections(example: ExampleWorkflow): IConnections {
	const type = NodeConnectionTypes.Main;
	const ends = (name: string) =>
		childrenOf(example, name).map((node) => ({ node, type, index: 0 }));
	return Object.fromEntries(example.nodes.map(({ name }) => [name, { main: [ends(name)] }]));
}

/** Depth first, as n8n. Every way is taken whatever its condition, and no loop twice. */
class Walk {
	readonly sent: Rehearsed[] = [];
	readonly made = new Map<string, IDataObject[]>();
	readonly asked = new Map<string, IDataObject[]>();
	private readonly run = createRunExecutionData({});

	constructor(
		private readonly n8n: Workflow,
		private readonly example: ExampleWorkflow,
		private readonly given: Given,
	) {}

	visit(name: string, input: readonly IDataObject[], path: readonly string[]): void {
		const node = this.example.nodes.find((one) => one.name === name);
		if (node === undefined || path.includes(name)) return;
		const output = this.outputOf(node, input, path.at(-1));
		const made = this.given[name] ?? output;
		this.keep(name, made, path.at(-1));
		// As n8n, which goes no further without items.
		if (made.length === 0) return;
		for (const child of childrenOf(this.example, name)) this.visit(child, made, [...path, name]);
	}

	private keep(name: string, made: readonly IDataObject[], from: string | undefined): void {
		const items = made.map((json, item): INodeExecutionData => ({ json, pairedItem: { item } }));
		const task: ITaskData = {
			startTime: 0,
			executionTime: 0,
			executionIndex: 0,
			source: from === undefined ? [] : [{ previousNode: from }],
			data: { main: [items] },
		};
		this.run.resultData.runData[name] = [task];
		this.made.set(name, [...made]);
	}

	private outputOf(
		node: ExampleNode,
		input: readonly IDataObject[],
		from: string | undefined,
	): IDataObject[] {
		const items = node.executeOnce === true ? input.slice(0, 1) : input;
		const evaluated = (): IDataObject[] =>
			items.map((_item, index) => this.parametersOf(node, input, index, from));
		if (isSender(node)) {
			const { type } = node;
			const sent = evaluated().map((parameters, index) => ({
				type,
				parameters,
				item: items[index] ?? {},
			}));
			this.sent.push(...sent);
		}
		if (node.parameters.operation === 'get') {
			this.asked.set(node.name, evaluated());
			return node.alwaysOutputData === true ? [{}] : [];
		}
		if (node.type === 'n8n-nodes-base.merge') return this.merged(node, items);
		if (node.type !== 'n8n-nodes-base.set') return [...items];
		return evaluated().map((parameters, index) => ({
			...(parameters.includeOtherFields === true && items[index]),
			...fieldsSetBy(parameters),
		}));
	}

	/** By position, with what has come to it so far. */
	private merged({ name }: ExampleNode, items: readonly IDataObject[]): IDataObject[] {
		const before = this.made.get(name) ?? [];
		return items.map((item, index) => ({ ...before[index], ...item }));
	}

	private parametersOf(
		node: ExampleNode,
		input: readonly IDataObject[],
		index: number,
		from: string | undefined,
	): IDataObject {
		const items = input.map((json, item): INodeExecutionData => ({ json, pairedItem: { item } }));
		const source = { main: from === undefined ? [] : [{ previousNode: from }] };
		const parameters: NodeParameterValueType = this.n8n.expression.getParameterValue(
			node.parameters,
			this.run,
			0,
			index,
			node.name,
			items,
			'manual',
			KEYS,
			{ node: toINode(node), data: { main: [items] }, source },
		);
		return isObject(parameters) ? parameters : {};
	}
}

/** As *Edit Fields* does it: one by one, or all of them from one object. */
function fieldsSetBy({ mode, jsonOutput, assignments, options }: IDataObject): IDataObject {
	if (mode === 'raw') {
		const fields = isObject(jsonOutput) ? jsonOutput : {};
		const isNested = !isObject(options) || options.dotNotation !== false;
		const [dotted] = Object.keys(fields).filter((name) => isNested && name.includes('.'));
		if (dotted !== undefined) throw new Error(`n8n would take ${dotted} apart`);
		return fields;
	}
	const list = isObject(assignments) ? assignments.assignments : [];
	const fields = Array.isArray(list) ? list.filter(isObject) : [];
	return Object.fromEntries(fields.map(({ name, value }) => [textOf(name), value]));
}

/** Goes through an example from a node on with n8n's own expressions, and sends nothing. */
export async function rehearse(
	example: ExampleWorkflow,
	start: string,
	given: Given,
): Promise<Rehearsal> {
	const n8n = new Workflow({
		id: example.id,
		name: example.name,
		active: false,
		nodes: example.nodes.map(toINode),
		connections: toConnections(example),
		nodeTypes: createNodeTypes(() => ANY_NODE),
		settings: { timezone: 'UTC' },
	});
	const walk = new Walk(n8n, example, given);
	await withExpressions(n8n, () => {
		walk.visit(start, [{}], []);
		return Promise.resolve();
	});
	return walk;
}

/** Goes through an example as *Execute workflow* does, from each of its triggers that a person can start. */
export async function rehearseAll(example: ExampleWorkflow, given: Given): Promise<Rehearsed[]> {
	const triggers = example.nodes.filter(
		({ type }) => /Trigger$/.test(type) && type !== 'n8n-nodes-base.errorTrigger',
	);
	const rehearsals = [];
	for (const { name } of triggers) rehearsals.push(await rehearse(example, name, given));
	return rehearsals.flatMap(({ sent }) => sent);
}
