import type { EventLogClient, ReadSettings } from '../api/client';
import type { ReportFindings } from '../output/manifest';
import type { FileStore, OutputItem } from '../output/outputWriter';
import type { NodeParameters } from '../parameters/readField';

/**
 * Reads the parameters of one input item; `nowMs` is the end of "the last hours" and lies in "today".
 * @throws ParameterError for a parameter that can't be used
 */
export type Operation = (parameters: NodeParameters, nowMs: number) => PreparedOperation;

/** All parameters of a prepared operation are good; nothing has been requested yet. */
export interface PreparedOperation {
	readonly settings: ReadSettings;
	/** @throws EventLogFailure if the service can't be read, or lacks what the user insists on */
	readonly run: (dependencies: OperationDependencies) => Promise<RunOutput>;
}

export interface RunOutput {
	readonly items: readonly OutputItem[];
	/** Hints tell the user what the items don't. */
	readonly hints: readonly string[];
	/** Only readers that see the items alone, such as AI tools, need these: the editor says the same by itself. */
	readonly hintsBesideItems?: readonly string[];
}

export interface OperationDependencies extends Pick<ReportFindings, 'workflow' | 'execution'> {
	readonly client: EventLogClient;
	readonly files: FileStore;
}
