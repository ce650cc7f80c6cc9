import type { Locator } from 'playwright-core';
import type { Person } from '../person';
import { NodePanel } from './nodePanel';
import { NodeView } from './nodeView';

/** An example that gives Jira's search half a minute takes the longest. */
const LONGEST_RUN_MS = 90_000;

/** The page on which a workflow is drawn. */
export class Canvas {
	constructor(private readonly person: Person) {}

	private get page() {
		return this.person.page;
	}

	async waitUntilShown(): Promise<void> {
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	async waitUntilEmptyIsShown(): Promise<void> {
		await this.page.getByTestId('canvas-add-button').waitFor();
	}

	/** Opens the panel with the nodes that a workflow can start with. */
	async addFirst(): Promise<NodePanel> {
		await this.person.click(this.page.getByTestId('canvas-plus-button'));
		return await this.nodePanel();
	}

	/** Opens the panel with the nodes that can follow a node. */
	async addAfter(nodeName: string): Promise<NodePanel> {
		const plus = this.page
			.locator(`[data-test-id="canvas-node-output-handle"][data-node-name="${nodeName}"]`)
			.getByTestId('canvas-handle-plus');
		await this.person.click(plus.first());
		return await this.nodePanel();
	}

	async openNode(name: string): Promise<NodeView> {
		await this.person.doubleClick(this.node(name));
		const view = new NodeView(this.person);
		await view.waitUntilShown();
		return view;
	}

	/** The names of the nodes that n8n finds something missing in. */
	async nodesWithIssues(): Promise<string[]> {
		const nodes = this.page.locator('[data-test-id="canvas-node"][data-node-name]');
		const marked = nodes.filter({ has: this.page.getByTestId('node-issues') });
		const all = await marked.all();
		return await Promise.all(
			all.map(async (node) => String(await node.getAttribute('data-node-name'))),
		);
	}

	/** Runs the workflow by its one button and waits until the run has ended. */
	async execute(): Promise<void> {
		const ended = this.page.waitForResponse(
			(response) => response.url().includes('/run') && response.request().method() === 'POST',
		);
		await this.person.click(this.page.getByTestId('execute-workflow-button').first());
		await ended;
		const stop = this.page.getByTestId('stop-execution-button');
		await stop.waitFor({ state: 'hidden', timeout: LONGEST_RUN_MS });
	}

	/** Makes the workflow live. */
	async publish(): Promise<void> {
		await this.person.click(this.page.getByTestId('workflow-open-publish-modal-button'));
		await this.person.click(this.page.getByTestId('workflow-publish-button'));
		await this.page.getByTestId('workflow-active-version-indicator').waitFor();
		// The trigger has been asked for the first time when this is gone.
		await this.page.getByTestId('publishing-spinner').waitFor({ state: 'hidden' });
		await this.person.click(this.page.getByRole('button', { name: 'Got it' }));
	}

	async fitIntoView(): Promise<void> {
		await this.person.click(this.page.getByTestId('zoom-to-fit'));
	}

	private node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	private async nodePanel(): Promise<NodePanel> {
		const panel = new NodePanel(this.person);
		await panel.waitUntilShown();
		return panel;
	}
}
