import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../jsonGuards';
import { EXAMPLES, OWN_WORKFLOWS } from '../places';

type Members = Readonly<Record<string, unknown>>;

/** A node as a workflow's file has it. */
export interface WorkflowNode extends Members {
	readonly name: string;
	readonly type: string;
	readonly parameters: Members;
}

/** A workflow as n8n imports it. */
export interface WorkflowFile extends Members {
	readonly id: string;
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
	readonly settings: Members;
}

/** Whatever is to be another way than the file has it. */
export type WorkflowChange = (workflow: WorkflowFile) => WorkflowFile;

function isNode(value: unknown): value is WorkflowNode {
	if (!isJsonObject(value) || !isJsonObject(value.parameters)) return false;
	return typeof value.name === 'string' && typeof value.type === 'string';
}

function isWorkflow(value: unknown): value is WorkflowFile {
	if (!isJsonObject(value) || typeof value.id !== 'string' || typeof value.name !== 'string') {
		return false;
	}
	const { nodes } = value;
	return Array.isArray(nodes) && nodes.every(isNode) && isJsonObject(value.settings);
}

/** @throws TypeError for what is no workflow */
export function toWorkflow(value: unknown, place = 'The value'): WorkflowFile {
	if (!isWorkflow(value)) throw new TypeError(`${place} holds no workflow`);
	return value;
}

function readWorkflow(path: string): WorkflowFile {
	return toWorkflow(JSON.parse(readFileSync(path, 'utf8')), path);
}

function readWorkflows(folder: string): WorkflowFile[] {
	const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
	return names.sort().map((name) => readWorkflow(join(folder, name)));
}

/** The examples for users. @throws TypeError naming a file that holds no workflow */
export function readExamples(): WorkflowFile[] {
	return readWorkflows(EXAMPLES);
}

/** The workflows that only the sandbox's own proofs need. @throws TypeError as `readExamples` */
export function readOwnWorkflows(): WorkflowFile[] {
	return readWorkflows(OWN_WORKFLOWS);
}

/** The workflow with its nodes changed. */
export function withNodes(
	workflow: WorkflowFile,
	change: (node: WorkflowNode) => WorkflowNode,
): WorkflowFile {
	return { ...workflow, nodes: workflow.nodes.map(change) };
}

/** The node with some of its parameters set another way. */
export function withParameters(node: WorkflowNode, parameters: Members): WorkflowNode {
	return { ...node, parameters: { ...node.parameters, ...parameters } };
}
