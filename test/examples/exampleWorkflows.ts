import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { EXAMPLES, OWN_WORKFLOWS } from '../../sandbox/places';

/** A node as a workflow's file has it. */
export interface ExampleNode {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly position: readonly [x: number, y: number];
	readonly parameters: INodeParameters;
	readonly credentials?: object;
	readonly executeOnce?: boolean;
	readonly alwaysOutputData?: boolean;
}

export interface ExampleConnection {
	readonly node: string;
}

interface PinnedItem {
	readonly json: IDataObject;
	readonly binary?: { readonly [property: string]: { readonly data: string } };
}

/** A workflow as n8n imports it. */
export interface ExampleWorkflow {
	readonly id: string;
	readonly name: string;
	readonly active: boolean;
	readonly nodes: readonly ExampleNode[];
	readonly connections: {
		readonly [from: string]: {
			readonly [type: string]: ReadonlyArray<readonly ExampleConnection[]>;
		};
	};
	readonly pinData: { readonly [node: string]: readonly PinnedItem[] };
}

function isWorkflow(value: unknown): value is ExampleWorkflow {
	return typeof value === 'object' && value !== null && 'nodes' in value && 'connections' in value;
}

function readWorkflows(folder: string): Array<[file: string, workflow: ExampleWorkflow]> {
	const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
	return files.map((file) => {
		const workflow: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
		if (!isWorkflow(workflow)) throw new Error(`${file} holds no workflow`);
		return [file, workflow];
	});
}

/** The examples for users. */
export const examples = readWorkflows(EXAMPLES);

/** Those of the sandbox's own. */
export const ownWorkflows = readWorkflows(OWN_WORKFLOWS);

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** A parameter that is a text; an empty one where it is none. */
export function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

export function notesOf({ nodes }: ExampleWorkflow): ExampleNode[] {
	return nodes.filter(({ type }) => type === STICKY_NOTE);
}

/** What runs. */
export function stepsOf({ nodes }: ExampleWorkflow): ExampleNode[] {
	return nodes.filter(({ type }) => type !== STICKY_NOTE);
}

/** Whatever is pinned, by the name of its node. */
export function samplesOf({ pinData }: ExampleWorkflow): Readonly<Record<string, IDataObject[]>> {
	return Object.fromEntries(
		Object.entries(pinData).map(([name, items]) => [name, items.map(({ json }) => json)]),
	);
}

export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
