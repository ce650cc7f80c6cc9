import { FEED_PATHS, LIST_PATHS } from '../events/fieldPaths';
import { createListCheck } from '../events/filterMatcher';
import { type Selection, joinChecks } from '../events/presets';
import { createFileOutput } from '../output/fileOutput';
import { createItemsOutput } from '../output/itemsOutput';
import type { EventOutput, OperationOutput, OutputRequest } from '../output/eventOutput';
import { createSummaryOutput } from '../output/summaryOutput';
import { readSelection, requireNoSelection } from '../parameters/parseFilters';
import {
	type OutputChoice,
	readEventShape,
	readFileChoice,
	readSummaryChoice,
} from '../parameters/parseOutput';
import {
	type ReadOptions,
	readExportOptions,
	readItemsOptions,
	readPreviousSha256,
	readReadFrom,
	readSummaryOptions,
} from '../parameters/parseReadOptions';
import { readTimeRange } from '../parameters/parseTimeRange';
import { readSwitch } from '../parameters/switches';
import { knownZone } from '../parameters/timeRanges';
import type { NodeParameters } from '../parameters/values';
import type { Operation, OperationMeans, PreparedOperation } from './operation';
import { RangeReading, type RangeRequest } from './rangeReading';
import { hintsOfLimit, hintsOfReading } from './hints';
import { readReportFindings } from './reportFindings';

/** Feed has no filters. */
const EVERYTHING: Selection = { preset: 'none', filters: {}, exclude: {} };

/** Gives an item for each event of List or of Feed. */
const readItems =
	(operation: 'list' | 'feed'): Operation =>
	(parameters, nowMs) => {
		const shape = readEventShape(parameters);
		const options = readItemsOptions(parameters);
		return prepareRead(operation, parameters, nowMs, { kind: 'items', shape }, options);
	};
export const list = readItems('list');
export const feed = readItems('feed');

/** Gives one file with all events, and its manifest beside it. */
export const exportEvents: Operation = (parameters, nowMs) => {
	const operation = readReadFrom(parameters);
	if (operation === 'feed') requireNoSelection(parameters);
	const choice = readFileChoice(parameters);
	return prepareRead(operation, parameters, nowMs, choice, readExportOptions(parameters));
};

/** Gives an item for each group of events. */
export const summarize: Operation = (parameters, nowMs) => {
	const choice = readSummaryChoice(parameters);
	return prepareRead('list', parameters, nowMs, choice, readSummaryOptions(parameters));
};

function prepareRead(
	operation: 'list' | 'feed',
	parameters: NodeParameters,
	nowMs: number,
	choice: OutputChoice,
	{ timeoutMs, firstPageSize, ...options }: ReadOptions,
): PreparedOperation {
	const isList = operation === 'list';
	const { passes, ...selection } = isList ? readSelection(parameters) : EVERYTHING;
	const request: RangeRequest = {
		...{ operation, nowMs, ...selection, ...options },
		passes: joinChecks(createListCheck(selection.filters), passes),
		range: readTimeRange(parameters, nowMs),
		isWholeRequired: readSwitch(parameters, 'requireWhole'),
		hasManifest: choice.kind === 'file',
	};
	const output = createOutput(choice, {
		...request,
		previousSha256: readPreviousSha256(parameters),
		timezone: parameters.timezone,
		documentedPaths: isList ? LIST_PATHS : FEED_PATHS,
	});
	const maxParallelRequests = options.limit === undefined ? options.maxParallelRequests : 1;
	return {
		settings: { timeoutMs, firstPageSize, maxParallelRequests, keepText: output.needsText },
		run: async (means) => await writeOutput(output, request, means),
	};
}

/** @throws ParameterError for a workflow without a timezone */
function createOutput(choice: OutputChoice, request: OutputRequest): EventOutput {
	if (choice.kind === 'file') return createFileOutput(choice, request);
	if (choice.kind === 'items') return createItemsOutput(choice.shape);
	return createSummaryOutput(choice, knownZone(request.timezone));
}

async function writeOutput(
	output: EventOutput,
	request: RangeRequest,
	means: OperationMeans,
): Promise<OperationOutput> {
	const { client, files } = means;
	const reading = new RangeReading(client, request);
	const findings = async () => await readReportFindings(means, request, reading);
	const { items, hint } = await output.write(reading.read, files, findings);
	const hints = [hint, ...(await hintsOfReading(client, request, reading))];
	const told = hints.filter((text) => text !== undefined);
	const limited = hintsOfLimit(request, reading);
	if (request.hasManifest) return { items, hints: [...told, ...limited] };
	return { items, hints: told, hintsBesideItems: limited };
}
