import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { EXAMPLES } from '../../sandbox/places';

/** A node as an example's file has it. */
export interface ExampleNode {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: INodeParameters;
	readonly credentials?: {
		readonly [type: string]: { readonly id: string; readonly name: string };
	};
}

export interface ExampleConnection {
	readonly node: string;
}

/** An example as n8n imports it. */
export interface ExampleWorkflow {
	readonly id: string;
	readonly name: string;
	readonly active: boolean;
	readonly nodes: readonly ExampleNode[];
	readonly connections: {
		readonly [from: string]: { readonly main: ReadonlyArray<readonly ExampleConnection[]> };
	};
}

function isWorkflow(value: unknown): value is ExampleWorkflow {
	return typeof value === 'object' && value !== null && 'nodes' in value && 'connections' in value;
}

/** The names of the examples' files. */
export const exampleFiles = readdirSync(EXAMPLES).filter((name) => name.endsWith('.json'));

/** @throws Error when the file holds no workflow */
export function readExample(file: string): ExampleWorkflow {
	const workflow: unknown = JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8'));
	if (!isWorkflow(workflow)) throw new Error(`${file} holds no workflow`);
	return workflow;
}
