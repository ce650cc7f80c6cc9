import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { BENCH_SCRATCH, N8N_NODES } from '../places';

const load = createRequire(__filename);

interface Versioned {
	getNodeType(): INodeType;
}

function exportOf(file: string, name: string): unknown {
	const exported: unknown = load(file);
	if (typeof exported !== 'object' || exported === null) return undefined;
	return Object.entries(exported).find(([key]) => key === name)?.[1];
}

function isClass<T>(value: unknown): value is new () => T {
	return typeof value === 'function';
}

function instanceOf<T>(file: string, name: string): T {
	const found = exportOf(file, name);
	if (isClass<T>(found)) return new found();
	throw new Error(`${file} has no ${name}: run "npm run build" first`);
}

/** A node of this package as it is built and shipped. */
export function loadBuiltNode(name: 'OrgEventLog' | 'OrgEventLogTrigger'): INodeType {
	const file = join(BENCH_SCRATCH, 'dist', 'nodes', 'OrgEventLog', `${name}.node.js`);
	return instanceOf<INodeType>(file, name);
}

/** n8n's own HTTP Request node in its newest version. */
export function loadHttpRequestNode(): INodeType {
	const file = join(N8N_NODES, 'HttpRequest', 'HttpRequest.node.js');
	return instanceOf<Versioned>(file, 'HttpRequest').getNodeType();
}
