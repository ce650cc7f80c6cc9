import type { ExampleNode } from './exampleWorkflows';

/** What a node or a note covers on the canvas. */
export interface Area {
	readonly name: string;
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

/** As n8n's editor draws them: a square with its name in two lines below; an agent is wider. */
const NODE_SIZE = 96;
const AGENT_WIDTH = 256;
const NAME_HEIGHT = 44;

export function areaOfStep({ name, type, position: [left, top] }: ExampleNode): Area {
	const width = type.endsWith('.agent') ? AGENT_WIDTH : NODE_SIZE;
	return { name, left, top, right: left + width, bottom: top + NODE_SIZE + NAME_HEIGHT };
}

export function areaOfNote({ name, position: [left, top], parameters }: ExampleNode): Area {
	const { width, height } = parameters;
	return { name, left, top, right: left + Number(width), bottom: top + Number(height) };
}

/** Names of two that overlap. */
export function overlaps(areas: readonly Area[]): string[] {
	return areas.flatMap((one, index) =>
		areas
			.slice(index + 1)
			.filter(
				(other) =>
					one.left < other.right &&
					other.left < one.right &&
					one.top < other.bottom &&
					other.top < one.bottom,
			)
			.map((other) => `${one.name} and ${other.name}`),
	);
}

/** The nearest note above something, at whose left edge it begins or further right. */
export function noteAbove(step: Area, notes: readonly Area[]): Area | undefined {
	const above = notes.filter(
		({ left, right, bottom }) => bottom <= step.top && left <= step.left && step.left < right,
	);
	return above.sort((one, other) => other.bottom - one.bottom)[0];
}
