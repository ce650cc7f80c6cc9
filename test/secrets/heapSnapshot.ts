/** As V8 writes it down; of the types only the first list names those of objects and of edges. */
interface Written {
	readonly snapshot: {
		readonly meta: {
			readonly node_fields: readonly string[];
			readonly edge_fields: readonly string[];
			readonly node_types: readonly [readonly string[]];
			readonly edge_types: readonly [readonly string[]];
		};
	};
	readonly nodes: readonly number[];
	readonly edges: readonly number[];
	readonly strings: readonly string[];
}

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

/** A heap as V8 writes it down: nodes and edges as rows of numbers. */
export class HeapSnapshot {
	private readonly nodes: readonly number[];
	private readonly edges: readonly number[];
	private readonly strings: readonly string[];
	private readonly nodeLength: number;
	private readonly edgeLength: number;
	private readonly nodeTypes: readonly string[];
	private readonly edgeTypes: readonly string[];
	/** In the row of a node. */
	private readonly typeAt: number;
	private readonly nameAt: number;
	/** Where the edges of each node begin. */
	private readonly firstEdges: number[] = [];

	constructor(text: string) {
		const { snapshot, nodes, edges, strings } = JSON.parse(text) as Written;
		const { node_fields: nodeFields, edge_fields: edgeFields, ...types } = snapshot.meta;
		this.nodes = nodes;
		this.edges = edges;
		this.strings = strings;
		this.nodeLength = nodeFields.length;
		this.edgeLength = edgeFields.length;
		this.typeAt = nodeFields.indexOf('type');
		this.nameAt = nodeFields.indexOf('name');
		const edgeCountAt = nodeFields.indexOf('edge_count');
		[this.nodeTypes] = types.node_types;
		[this.edgeTypes] = types.edge_types;
		let edge = 0;
		for (let node = 0; node < this.nodes.length; node += this.nodeLength) {
			this.firstEdges.push(edge);
			edge += (this.nodes[node + edgeCountAt] ?? 0) * this.edgeLength;
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
		const row = node / this.nodeLength;
		const end = this.firstEdges[row + 1] ?? 0;
		for (let edge = this.firstEdges[row] ?? 0; edge < end; edge += this.edgeLength) {
			const type = this.edgeTypes[this.edges[edge] ?? 0] ?? '';
			const nameOrIndex = this.edges[edge + 1] ?? 0;
			const to = this.edges[edge + 2] ?? 0;
			const name = NAMED_EDGES.includes(type) ? (this.strings[nameOrIndex] ?? '') : '';
			yield { type, name, to };
		}
	}

	private find(className: string): number {
		for (let node = 0; node < this.nodes.length; node += this.nodeLength) {
			if (this.typeOf(node) === 'object' && this.nameOf(node) === className) return node;
		}
		throw new Error(`The heap holds no ${className}`);
	}

	private typeOf(node: number): string {
		return this.nodeTypes[this.nodes[node + this.typeAt] ?? 0] ?? '';
	}

	private nameOf(node: number): string {
		return this.strings[this.nodes[node + this.nameAt] ?? 0] ?? '';
	}
}
