import { FEED_PATHS, LIST_PATHS } from '../events/fieldPaths';
import type { Source } from '../events/event';
import type { Selection } from '../events/selection';
import { createFileOutput } from '../output/fileOutput';
import { createItemsOutput } from '../output/itemsOutput';
import type { EventOutput, OperationOutput, OutputRequest } from '../output/eventOutput';
import { createSummaryOutput } from '../output/summaryOutput';
import { readSelection, requireNoSelection } from '../parameters/parseSelection';
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
	readSource,
	readSummaryOptions,
} from '../parameters/parseReadOptions';
import { readTimeRange } from '../parameters/parseTimeRange';
import { readSwitch } from '../parameters/switches';
import { requireZone } from '../parameters/timeRanges';
import type { NodeParameters } from '../parameters/readField';
import type { Operation, OperationDependencies, PreparedOperation } from './operation';
import { RangeReading, type RangeRequest } from './rangeReading';
import { hintsOfLimit, hintsOfReading } from './hints';
import { readReportFindings } from './reportFindings';

const EVERY_EVENT: Selection = { preset: 'none', filters: {}, exclude: {} };

/** Gives an item for each event of List or of Feed. */
const readItems =
	(source: Source): Operation =>
	(parameters, nowMs) => {
		const shape = readEventShape(parameters);
		const options = readItemsOptions(parameters);
		return prepareRead(source, parameters, nowMs, { kind: 'items', shape }, options);
	};
export const list = readItems('list');
export const feed = readItems('feed');

/** Gives one file with all events, and its manifest beside it. */
export const exportEvents: Operation = (parameters, nowMs) => {
	const source = readSource(parameters);
	if (source === 'feed') requireNoSelection(parameters);
	const choice = readFileChoice(parameters);
	return prepareRead(source, parameters, nowMs, choice, readExportOptions(parameters));
};

/** Gives an item for each group of events. */
export const summarize: Operation = (parameters, nowMs) => {
	const choice = readSummaryChoice(parameters);
	return prepareRead('list', parameters, nowMs, choice, readSummaryOptions(parameters));
};

function prepareRead(
	source: Source,
	parameters: NodeParameters,
	nowMs: number,
	choice: OutputChoice,
	{ timeoutMs, firstPageSize, ...options }: ReadOptions,
): PreparedOperation {
	const isList = source === 'list';
	const request: RangeRequest = {
		source,
		nowMs,
		...(isList ? readSelection(parameters) : EVERY_EVENT),
		...options,
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
		settings: { timeoutMs, firstPageSize, maxParallelRequests, needsText: output.needsText },
		run: async (dependencies) => await writeOutput(output, request, dependencies),
	};
}

/** @throws ParameterError for a workflow without a timezone */
function createOutput(choice: OutputChoice, request: OutputRequest): EventOutput {
	if (choice.kind === 'file') return createFileOutput(choice, request);
	if (choice.kind === 'items') return createItemsOutput(choice.shape);
	return createSummaryOutput(choice, requireZone(request.timezone));
}

async function writeOutput(
	output: EventOutput,
	request: RangeRequest,
	dependencies: OperationDependencies,
): Promise<OperationOutput> {
	const { client, files } = dependencies;
	const reading = new RangeReading(client, request);
	const findings = async () => await readReportFindings(dependencies, request, reading);
	const { items, hint } = await output.write(reading.read, files, findings);
	const readingHints = await hintsOfReading(client, request, reading);
	const hints = [hint, ...readingHints].filter((text) => text !== undefined);
	const limitHints = hintsOfLimit(request, reading);
	if (request.hasManifest) return { items, hints: [...hints, ...limitHints] };
	return { items, hints, hintsBesideItems: limitHints };
}
