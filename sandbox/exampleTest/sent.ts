import type { ReceivedMessage } from '../sink/message';

/** What a workflow sent, to be compared word for word. */
export interface Sent {
	/** Of the system it is for: `/slack`, `/ticket`, `/mail`, `/sheet`. */
	readonly path: string;
	readonly content: unknown;
}

interface Arrived extends Sent {
	readonly workflowId: string;
	readonly executionId: string;
}

function headerOf({ headers }: ReceivedMessage, name: string): string {
	const value = headers[name];
	if (typeof value === 'string') return value;
	throw new Error(`A message arrived without ${name}`);
}

/** Everything that the examples have sent, in the order in which it came. */
export class SentMessages {
	private readonly arrived: Arrived[] = [];

	/** Takes note of a message. */
	readonly add = (message: ReceivedMessage): void => {
		const content: unknown = JSON.parse(message.body.toString('utf8'));
		this.arrived.push({
			workflowId: headerOf(message, 'x-workflow-id'),
			executionId: headerOf(message, 'x-execution-id'),
			path: message.url,
			content,
		});
	};

	/** What one execution of a workflow has sent so far. */
	ofExecution(workflowId: string, executionId: string): Sent[] {
		return this.of(workflowId, (id) => id === executionId);
	}

	/** What executions of a workflow have sent so far that nobody started by hand. */
	ofTriggered(workflowId: string, startedByHand: ReadonlySet<string>): Sent[] {
		return this.of(workflowId, (id) => !startedByHand.has(id));
	}

	private of(workflowId: string, isWanted: (executionId: string) => boolean): Sent[] {
		return this.arrived
			.filter((one) => one.workflowId === workflowId && isWanted(one.executionId))
			.map(({ path, content }) => ({ path, content }));
	}
}
