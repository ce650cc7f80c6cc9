import { isJsonObject, isStringArray } from '../../sandbox/jsonGuards';

/** What V8 knows of one object in its heap. */
interface Edge {
	readonly type: string;
	/** Of a property, its name. */
	readonly name: string;
	/** The index of an object. */
	readonly to: number;
}

const NAMED_EDGES = ['property', 'internal', 'context', 'shortcut', 'weak'];
/** Of a text that is two texts. */
const PARTS = ['first', 'second'];
/** The way up to classes, and from there to everything that is loaded. */
const TO_CLASSES = ['__proto__', 'map', 'constructor', 'prototype'];

function isNumberArray(value: unknown): value is readonly number[] {
	return Array.isArray(value) && value.every((member) => typeof member === 'number');
}

function numbersOf(value: unknown): readonly number[] {
	if (!isNumberArray(value)) throw new TypeError('Not a heap snapshot');
	return value;
}

function stringsOf(value: unknown): readonly string[] {
	if (!isStringArray(value)) throw new TypeError('Not a heap snapshot');
	return value;
}

function firstOf(value: unknown): unknown {
	const first: unknown = Array.isArray(value) ? value[0] : undefined;
	return first;
}

/** A heap as V8 writes it down: nodes and edges as rows of numbers. */
export class HeapSnapshot {
	private readonly nodes: readonly number[];
	private readonly edges: readonly number[];
	private readonly strings: readonly string[];
	private readonly nodeFields: readonly string[];
	private readonly edgeFields: readonly string[];
	private readonly nodeTypes: readonly string[];
	private readonly edgeTypes: readonly string[];
	/** Where the edges of each node begin. */
	private readonly firstEdges: number[] = [];

	/** @throws TypeError for anything else */
	constructor(text: string) {
		const snapshot: unknown = JSON.parse(text);
		const meta =
			isJsonObject(snapshot) && isJsonObject(snapshot.snapshot) && snapshot.snapshot.meta;
		if (!isJsonObject(snapshot) || !isJsonObject(meta)) throw new TypeError('Not a heap snapshot');
		this.nodes = numbersOf(snapshot.nodes);
		this.edges = numbersOf(snapshot.edges);
		this.strings = stringsOf(snapshot.strings);
		this.nodeFields = stringsOf(meta.node_fields);
		this.edgeFields = stringsOf(meta.edge_fields);
		this.nodeTypes = stringsOf(firstOf(meta.node_types));
		this.edgeTypes = stringsOf(firstOf(meta.edge_types));
		let edge = 0;
		for (let node = 0; node < this.nodes.length; node += this.nodeFields.length) {
			this.firstEdges.push(edge);
			edge += this.field(node, 'edge_count') * this.edgeFields.length;
		}
		this.firstEdges.push(edge);
	}

	/** The strings that an object of a class holds, at whatever distance. @throws Error without one */
	stringsHeldBy(className: string): string[] {
		const root = this.find(className);
		const seen = new Set([root]);
		const waiting = [root];
		const found: string[] = [];
		for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
			if (this.typeOf(node).endsWith('string')) found.push(this.textOf(node));
			for (const { to } of this.held(node)) {
				if (!seen.has(to)) waiting.push(to);
				seen.add(to);
			}
		}
		return found;
	}

	/** V8 joins texts when they are read: until then one is a node that holds its two parts. */
	private textOf(node: number): string {
		if (this.typeOf(node) !== 'concatenated string') return this.nameOf(node);
		const parts = [...this.edgesOf(node)].filter(({ name }) => PARTS.includes(name));
		return parts.map(({ to }) => this.textOf(to)).join('');
	}

	private *held(node: number): Generator<Edge> {
		for (const edge of this.edgesOf(node)) {
			if (edge.type !== 'weak' && !TO_CLASSES.includes(edge.name)) yield edge;
		}
	}

	private *edgesOf(node: number): Generator<Edge> {
		const row = node / this.nodeFields.length;
		const end = this.firstEdges[row + 1] ?? 0;
		for (let edge = this.firstEdges[row] ?? 0; edge < end; edge += this.edgeFields.length) {
			const [typeIndex = 0, nameOrIndex = 0, to = 0] = this.edges.slice(edge, edge + 3);
			const type = this.edgeTypes[typeIndex] ?? '';
			const name = NAMED_EDGES.includes(type) ? (this.strings[nameOrIndex] ?? '') : '';
			yield { type, name, to };
		}
	}

	private find(className: string): number {
		for (let node = 0; node < this.nodes.length; node += this.nodeFields.length) {
			if (this.typeOf(node) === 'object' && this.nameOf(node) === className) return node;
		}
		throw new Error(`The heap holds no ${className}`);
	}

	private field(node: number, name: string): number {
		return this.nodes[node + this.nodeFields.indexOf(name)] ?? 0;
	}

	private typeOf(node: number): string {
		return this.nodeTypes[this.field(node, 'type')] ?? '';
	}

	private nameOf(node: number): string {
		return this.strings[this.field(node, 'name')] ?? '';
	}
}
