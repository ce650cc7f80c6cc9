import type { EventLogClient } from '../api/client';
import type { ManifestFacts } from '../output/manifest';
import type { OutputItem, SaveFile } from '../output/outputWriter';
import type { ReadSettings } from '../parameters/parseReadOptions';
import type { NodeParameters } from '../parameters/readField';

/**
 * Runs for one input item. It parses all its parameters before it opens the run. Ranges are relative to `nowMs`.
 *
 * @throws ParameterError for a parameter that can't be used
 * @throws EventLogFailure if the service can't be read, or lacks what the user insists on
 */
export type Operation = (
	parameters: NodeParameters,
	nowMs: number,
	openRun: OpenRun,
) => Promise<RunOutput>;

/** @param needsJsonLines true if events must keep the JSON text that the service sent */
export type OpenRun = (request: ReadSettings, needsJsonLines?: boolean) => Promise<RunResources>;

export interface RunResources extends Pick<ManifestFacts, 'workflow' | 'execution'> {
	readonly client: EventLogClient;
	readonly saveFile: SaveFile;
}

export interface RunOutput {
	readonly items: readonly OutputItem[];
	/** Hints tell the user what the items don't. */
	readonly hints: readonly string[];
	/** The editor shows how many items came; only a language model needs to be told that a limit has cut them. */
	readonly hintsForTools?: readonly string[];
}
