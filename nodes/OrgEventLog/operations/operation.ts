import type { EventLogClient } from '../api/client';
import type { ReportFindings } from '../output/manifest';
import type { OutputItem, SaveFile } from '../output/outputWriter';
import type { ReadRequest } from '../parameters/parseReadOptions';
import type { NodeParameters } from '../parameters/readField';

/**
 * Runs for one input item: reads all its parameters before it connects. `nowMs` is the end of "the last hours" and lies in
 * "today".
 *
 * @throws ParameterError for a parameter that can't be used
 * @throws EventLogFailure if the service can't be read, or lacks what the user insists on
 */
export type Operation = (
	parameters: NodeParameters,
	nowMs: number,
	connect: Connect,
) => Promise<RunOutput>;

/** @param needsText events must keep their own JSON text */
export type Connect = (request: ReadRequest, needsText?: boolean) => Promise<Connection>;

export interface Connection extends Pick<ReportFindings, 'workflow' | 'execution'> {
	readonly client: EventLogClient;
	/** Files go to disk, or wherever n8n has them kept. */
	readonly saveFile: SaveFile;
}

export interface RunOutput {
	readonly items: readonly OutputItem[];
	/** Hints tell the user what the items don't. */
	readonly hints: readonly string[];
	/** Only readers that see the items alone, such as AI tools, need these: the editor says the same by itself. */
	readonly hintsForTools?: readonly string[];
}
