import type { Canvas } from '../editor/canvas';
import type { NodeView } from '../editor/nodeView';
import { NODE } from '../wording';

/** How n8n calls a polling trigger in its panel. */
const ON_NEW_EVENT = 'On new Organization Event Log event';
const SEARCHED = 'security';

/** Begins an empty workflow with the trigger, found by what it is for. */
export async function addTrigger(canvas: Canvas): Promise<NodeView> {
	const panel = await canvas.addFirst();
	await panel.search(SEARCHED, NODE.title);
	await panel.choose(NODE.title);
	return await panel.add(ON_NEW_EVENT);
}
