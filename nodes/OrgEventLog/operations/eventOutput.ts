import type { FetchPage, LoggedEvent } from '../api/event';
import type { ReportQuestion } from '../output/manifest';
import type { FileStore } from './fileStore';
import type { OperationOutput } from './operation';

/** What becomes of events, and what reading them has to heed for it. */
export interface EventOutput {
	/** Whether events need their own JSON text. */
	readonly needsText: boolean;
	/** How many pages may wait for their turn; any number unless given. */
	readonly maxPagesAhead?: number;
	/** Keeps of each event only what the output needs. */
	readonly lighten: (fetchPage: FetchPage) => FetchPage;
	/** @throws what reading throws; then there is no output */
	write(events: AsyncIterable<readonly LoggedEvent[]>, files: FileStore): Promise<OperationOutput>;
}

/** What the outputs of an operation have in common. */
export interface OutputPlan extends ReportQuestion {
	/** What the user is told where no event was read. */
	readonly noteIfNone: string;
	/** Whether events are dropped after they were read, by what only the whole event tells. */
	readonly someMayBeDropped: boolean;
	/** Every documented field of the operation's events, by its dotted path. */
	readonly documentedPaths: readonly string[];
}
