import type { ReceivedMessage } from '../../sink/message';

/** What a workflow sent, to be compared word for word. */
export interface Sent {
	/** Of the system it is for: `/slack`, `/ticket`, `/mail`, `/sheet`. */
	readonly path: string;
	readonly content: unknown;
}

interface Arrived {
	readonly workflowId: unknown;
	readonly executionId: string;
	readonly sent: Sent;
}

/** Everything that the examples have sent, in the order in which it came. */
export class SentMessages {
	private readonly arrived: Arrived[] = [];

	/** Takes note of a message. */
	readonly add = ({ headers, url: path, body }: ReceivedMessage): void => {
		const content: unknown = JSON.parse(body.toString('utf8'));
		const { 'x-workflow-id': workflowId, 'x-execution-id': executionId } = headers;
		this.arrived.push({ workflowId, executionId: String(executionId), sent: { path, content } });
	};

	/** What a workflow has sent so far, in those of its executions that are wanted; undefined is one that gave no name. */
	of(workflowId: string | undefined, isWanted: (executionId: string) => boolean): Sent[] {
		return this.arrived
			.filter((one) => one.workflowId === workflowId && isWanted(one.executionId))
			.map(({ sent }) => sent);
	}
}

/** The same without the numbers of executions, which no story knows beforehand. */
export function withoutNumbers(sent: readonly Sent[]): unknown {
	return JSON.parse(JSON.stringify(sent).replace(/execution \d+/g, 'execution #'));
}
