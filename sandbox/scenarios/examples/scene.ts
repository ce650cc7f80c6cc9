import type { ExpectStatic } from 'vitest';
import type { ImportedCredential } from '../../n8n/credentials';
import type { EditorApi } from '../../n8n/editorApi';
import { failureOfExecution, isUnderWay, listExecutions } from '../../n8n/executions';
import { startByHand, waitForSuccess } from '../../n8n/manualRun';
import { editWorkflow } from '../../n8n/publication';
import { linkOfQuestion } from '../../n8n/questions';
import { editorUrl } from '../../n8n/settings';
import type { WorkflowFile } from '../../n8n/workflowFiles';
import { waitUntil } from '../../processes/waitUntil';
import type { EventLogService, EventRecord } from '../../service';
import type { Lab } from '../../lab/lab';
import type { Sent, SentMessages } from './sent';

/** What a text of many lines begins with where it is made of an example's sample data. */
export const MADE_OF_SAMPLES =
	'SAMPLE: made from the data that is pinned in this workflow, not from your log.\n\n';

/** A project of Jira whose create screen has no field for labels. */
export const PROJECT_WITHOUT_LABELS = 'OPS';

/** How an example is tried. */
export interface ExampleCase {
	readonly workflowId: string;
	/** The log when n8n starts; `nowMs` is the story's beginning. */
	readonly events: (nowMs: number) => readonly EventRecord[];
	readonly isPublished: boolean;
	/** Another one that the sandbox has, which is prepared and published with it. */
	readonly watchedWorkflowId?: string;
	/** Besides those of the sandbox, for what `prepare` adds. */
	readonly credentials?: (sinkUrl: string) => readonly ImportedCredential[];
	/** What a person sets before publishing. */
	readonly prepare?: (workflow: WorkflowFile, nowMs: number) => WorkflowFile;
	readonly play: (scene: Scene) => Promise<void>;
}

/** What the examples share: an n8n, and what it sends. */
export interface Stage {
	readonly lab: Lab;
	readonly api: EditorApi;
	readonly sent: SentMessages;
	/** Of the stories' beginning, to the minute; epoch milliseconds. */
	readonly nowMs: number;
	/** Each example has one of its own, so that none sees another's events. */
	readonly services: ReadonlyMap<ExampleCase, EventLogService>;
}

/** What a person does with a link that came by mail. */
type Answer = (link: string) => Promise<void>;

/** What an example is tried with. */
export class Scene {
	readonly nowMs: number;
	readonly api: EditorApi;
	readonly editorUrl: string;
	/** Where the systems are that the examples send to. */
	readonly sinkUrl: string;
	private readonly startedByHand = new Set<string>();

	constructor(
		private readonly stage: Stage,
		private readonly workflowId: string,
		readonly service: EventLogService,
		private readonly expect: ExpectStatic,
	) {
		const { api, nowMs, lab } = stage;
		this.api = api;
		this.nowMs = nowMs;
		this.editorUrl = editorUrl(lab.n8n.main.n8n.settings);
		this.sinkUrl = lab.systems.sink.baseUrl;
	}

	/** Whether exactly these messages were sent, word for word. */
	readonly compare = (situation: string, sent: unknown, expected: unknown): void => {
		this.expect.soft(sent, situation).toStrictEqual(expected);
	};

	/**
	 * "Execute workflow" in the editor, from the first trigger unless one is named.
	 * @param answer what a person does with the link of a mail that the workflow waits for
	 * @returns what this execution sent. @throws Error where it failed
	 */
	readonly runByHand = async (triggerName?: string, answer?: Answer): Promise<Sent[]> => {
		const { workflowId, api } = this;
		const id = await startByHand(api, workflowId, triggerName);
		this.startedByHand.add(id);
		const sent = () => this.stage.sent.of(workflowId, (executionId) => executionId === id);
		if (answer) await answer(await linkOfQuestion(api, id, this.wait, sent));
		await waitForSuccess(api, id, this.wait);
		return sent();
	};

	/** What came to the sink without a name of who sent it. */
	readonly sentByUnnamed = (): Sent[] => this.stage.sent.of(undefined, () => true);

	/** What the newest execution of the workflow failed with. */
	readonly failure = async (): Promise<string> => {
		const [newest] = await listExecutions(this.api, this.workflowId);
		return await failureOfExecution(this.api, newest?.id ?? '');
	};

	/** Removes the sample data, and sets parameters of nodes, as a person does in the editor. */
	readonly edit = async (parameters: Readonly<Record<string, object>> = {}): Promise<void> => {
		await editWorkflow(this.api, this.workflowId, parameters);
	};

	/** Waits until executions that nobody started by hand have sent so many messages, to any system unless one is named. */
	readonly waitForTriggered = async (count: number, wanted?: string): Promise<Sent[]> => {
		const isTriggered = (executionId: string) => !this.startedByHand.has(executionId);
		const arrived = () =>
			this.stage.sent
				.of(this.workflowId, isTriggered)
				.filter(({ path }) => wanted === undefined || path === wanted);
		const what = `message ${count} of the published ${this.workflowId}`;
		await waitUntil(what, this.wait, () => arrived().length >= count);
		return arrived();
	};

	/** Waits until no execution of the workflow is under way. */
	readonly waitUntilIdle = async (): Promise<void> => {
		await waitUntil(`${this.workflowId} to be idle`, this.wait, async () => {
			const executions = await listExecutions(this.api, this.workflowId);
			return executions.every(({ status }) => !isUnderWay(status));
		});
	};

	private get wait() {
		return this.stage.lab.wait;
	}
}
