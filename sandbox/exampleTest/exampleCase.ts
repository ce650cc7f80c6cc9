import type { EditorApi } from '../n8n/editorApi';
import type { WorkflowFile } from '../n8n/workflowFiles';
import type { EventLogService, EventRecord } from '../service';
import type { Sent } from './sent';

/** What a person does with a link that came by mail. */
export type Answer = (link: string) => Promise<void>;

/** What an example is tried with. Each has a service of its own, so that none sees another's events. */
export interface Scene {
	readonly service: EventLogService;
	readonly api: EditorApi;
	readonly editorUrl: string;
	/** Where the systems are that the examples send to. */
	readonly sinkUrl: string;
	/** Of the story's beginning, to the minute; epoch milliseconds. */
	readonly nowMs: number;
	/**
	 * "Execute workflow" in the editor, from the first trigger unless one is named.
	 * @param answer what a person does with the link of a mail that the workflow waits for
	 * @returns what this execution sent. @throws Error where it failed
	 */
	readonly runByHand: (triggerName?: string, answer?: Answer) => Promise<Sent[]>;
	/** What the newest execution of the workflow failed with. */
	readonly failure: () => Promise<string>;
	/** Removes the sample data, and sets parameters of nodes, as a person does in the editor. */
	readonly edit: (parameters?: Readonly<Record<string, object>>) => Promise<void>;
	/** Waits until executions that nobody started by hand have sent so many messages, to any system unless one is named. */
	readonly waitForTriggered: (count: number, path?: string) => Promise<Sent[]>;
	/** Waits until no execution of the workflow is under way. */
	readonly waitUntilIdle: () => Promise<void>;
	/** Takes note of whether exactly these messages were sent, word for word. */
	readonly compare: (situation: string, sent: unknown, expected: unknown) => void;
}

/** How an example is tried. */
export interface ExampleCase {
	readonly workflowId: string;
	/** The log when n8n starts; `nowMs` is the story's beginning. */
	readonly events: (nowMs: number) => readonly EventRecord[];
	readonly isPublished: boolean;
	/** Another one that the sandbox has, which is prepared and published with it. */
	readonly watchedWorkflowId?: string;
	/** What a person sets before publishing. */
	readonly prepare?: (workflow: WorkflowFile, nowMs: number) => WorkflowFile;
	readonly play: (scene: Scene) => Promise<void>;
}
