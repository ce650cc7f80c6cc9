import type { Canvas } from '../editor/canvas';
import type { NodeView } from '../editor/nodeView';

/** The node of n8n's own that sends a message to an incoming webhook, Slack's for one. */
const NODE = 'HTTP Request';

/** Puts a message behind a node: its text goes to an address as Slack's incoming webhooks take it. */
export async function addMessage(
	canvas: Canvas,
	after: string,
	{ url, text }: { readonly url: string; readonly text: string },
): Promise<NodeView> {
	const panel = await canvas.addAfter(after);
	await panel.search(NODE, NODE);
	const view = await panel.add(NODE);
	await view.parameters.choose('method', 'POST');
	await view.parameters.paste('url', url);
	await view.parameters.toggle('sendBody');
	await view.parameters.type('name', 'text');
	await view.parameters.paste('value', text);
	return view;
}
