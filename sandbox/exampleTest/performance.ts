import { isUnderWay, listExecutions } from '../n8n/executions';
import { runByHand } from '../n8n/manualRun';
import { editWorkflow } from '../n8n/publication';
import { editorUrl } from '../n8n/settings';
import type { WaitOptions } from '../processes/waitUntil';
import { waitUntil } from '../processes/waitUntil';
import type { Scene } from './exampleCase';
import type { Sent } from './sent';
import type { Part, Stage } from './stage';
import type { Verdicts } from './verdicts';

interface Circumstances {
	readonly nowMs: number;
	readonly wait: WaitOptions;
}

/** One example being tried. */
export class Performance {
	private readonly startedByHand = new Set<string>();
	private readonly workflowId: string;

	constructor(
		private readonly part: Part,
		private readonly stage: Stage,
		private readonly verdicts: Verdicts,
		private readonly circumstances: Circumstances,
	) {
		this.workflowId = part.example.workflowId;
	}

	/** Plays the case to its end; what throws is a verdict, too, so that the others go on. */
	async play(): Promise<void> {
		try {
			await this.part.example.play(this.scene());
		} catch (error) {
			this.verdicts.addFailure(this.workflowId, error);
		}
	}

	private scene(): Scene {
		const { api, n8n } = this.stage;
		const { nowMs } = this.circumstances;
		return {
			service: this.part.service,
			api,
			editorUrl: editorUrl(n8n.settings),
			nowMs,
			runByHand: async (triggerName) => await this.runByHand(triggerName),
			edit: async (parameters = {}) => await editWorkflow(api, this.workflowId, parameters),
			waitForTriggered: async (count) => await this.waitForTriggered(count),
			waitUntilIdle: async () => await this.waitUntilIdle(),
			compare: (situation, sent, expected) =>
				this.verdicts.compare(`${this.workflowId}, ${situation}`, sent, expected),
		};
	}

	private async runByHand(triggerName?: string): Promise<Sent[]> {
		const { api, sent } = this.stage;
		const startedAtMs = Date.now();
		const id = await runByHand(api, this.workflowId, this.circumstances.wait, {
			triggerName,
			onStart: (executionId) => this.startedByHand.add(executionId),
		});
		const seconds = ((Date.now() - startedAtMs) / 1000).toFixed(1);
		console.error(`${this.workflowId}, run by hand: ${seconds} s`);
		return sent.ofExecution(this.workflowId, id);
	}

	private async waitForTriggered(count: number): Promise<Sent[]> {
		const { sent } = this.stage;
		const arrived = () => sent.ofTriggered(this.workflowId, this.startedByHand);
		const what = `message ${count} of the published ${this.workflowId}`;
		await waitUntil(what, this.circumstances.wait, () => arrived().length >= count);
		return arrived();
	}

	private async waitUntilIdle(): Promise<void> {
		const { api } = this.stage;
		await waitUntil(`${this.workflowId} to be idle`, this.circumstances.wait, async () => {
			const executions = await listExecutions(api, this.workflowId);
			return executions.every(({ status }) => !isUnderWay(status));
		});
	}
}
