import { failureOfExecution, isUnderWay, listExecutions } from '../n8n/executions';
import { runByHand } from '../n8n/manualRun';
import { editWorkflow } from '../n8n/publication';
import { linkOfQuestion } from '../n8n/questions';
import { editorUrl } from '../n8n/settings';
import type { WaitOptions } from '../processes/waitUntil';
import { waitUntil } from '../processes/waitUntil';
import type { Answer, Scene } from './exampleCase';
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
		const { api, n8n, sinkUrl } = this.stage;
		const { nowMs } = this.circumstances;
		return {
			service: this.part.service,
			api,
			editorUrl: editorUrl(n8n.settings),
			sinkUrl,
			failure: async () => await this.failure(),
			nowMs,
			runByHand: async (triggerName, answer) => await this.runByHand(triggerName, answer),
			edit: async (parameters = {}) => await editWorkflow(api, this.workflowId, parameters),
			waitForTriggered: async (count, path) => await this.waitForTriggered(count, path),
			waitUntilIdle: async () => await this.waitUntilIdle(),
			compare: (situation, sent, expected) =>
				this.verdicts.compare(`${this.workflowId}, ${situation}`, sent, expected),
		};
	}

	private async runByHand(triggerName?: string, answer?: Answer): Promise<Sent[]> {
		const { api, sent } = this.stage;
		const { wait } = this.circumstances;
		const { workflowId } = this;
		const startedAtMs = Date.now();
		let tell: (executionId: string) => void = () => {};
		const started = new Promise<string>((resolve) => (tell = resolve));
		const [id] = await Promise.all([
			runByHand(api, workflowId, wait, {
				triggerName,
				onStart: (executionId) => {
					this.startedByHand.add(executionId);
					tell(executionId);
				},
			}),
			answer &&
				started
					.then((executionId) =>
						linkOfQuestion(api, executionId, wait, () => sent.ofExecution(workflowId, executionId)),
					)
					.then(answer),
		]);
		const seconds = ((Date.now() - startedAtMs) / 1000).toFixed(1);
		console.error(`${this.workflowId}, run by hand: ${seconds} s`);
		return sent.ofExecution(this.workflowId, id);
	}

	private async failure(): Promise<string> {
		const { api } = this.stage;
		const [newest] = await listExecutions(api, this.workflowId);
		return await failureOfExecution(api, newest?.id ?? '');
	}

	private async waitForTriggered(count: number, wanted?: string): Promise<Sent[]> {
		const { sent } = this.stage;
		const arrived = () =>
			sent
				.ofTriggered(this.workflowId, this.startedByHand)
				.filter(({ path }) => wanted === undefined || path === wanted);
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
