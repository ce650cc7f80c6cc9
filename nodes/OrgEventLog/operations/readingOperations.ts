import type { Source } from '../events/event';
import type { Selection } from '../events/selection';
import { createFileOutput } from '../output/fileOutput';
import { createItemsOutput } from '../output/itemsOutput';
import type { ReportRequest } from '../output/manifest';
import type { OutputWriter } from '../output/outputWriter';
import { createSummaryOutput } from '../output/summaryOutput';
import { readChoice } from '../parameters/choices';
import { parseSelection, requireNoSelection } from '../parameters/parseSelection';
import {
	type OutputSettings,
	parseEventShape,
	parseFileSettings,
	parseSummarySettings,
} from '../parameters/parseOutput';
import {
	type ReadOptions,
	parseExportOptions,
	parseItemsOptions,
	parsePreviousSha256,
	parseSummaryOptions,
} from '../parameters/parseReadOptions';
import { parseTimeRange } from '../parameters/parseTimeRange';
import { readSwitch } from '../parameters/switches';
import { requireZone } from '../parameters/timeRanges';
import type { NodeParameters } from '../parameters/readField';
import type { Operation, OperationDependencies, PreparedOperation, RunOutput } from './operation';
import { RangeReading, type RangeRequest } from './rangeReading';
import { hintsOfLimit, hintsOfReading } from './hints';
import { readReportFindings } from './reportFindings';

const EVERY_EVENT: Selection = { preset: 'none', filters: {}, exclude: {} };

/** Gives an item for each event of List or of Feed. */
const readItems =
	(source: Source): Operation =>
	(parameters, nowMs) => {
		const shape = parseEventShape(parameters);
		const options = parseItemsOptions(parameters);
		return prepareRead(source, parameters, nowMs, { kind: 'items', shape }, options);
	};
export const list = readItems('list');
export const feed = readItems('feed');

/** Gives one file with all events, and its manifest beside it. */
export const exportEvents: Operation = (parameters, nowMs) => {
	const source = readChoice(parameters, 'readFrom');
	if (source === 'feed') requireNoSelection(parameters);
	const settings = parseFileSettings(parameters);
	return prepareRead(source, parameters, nowMs, settings, parseExportOptions(parameters));
};

/** Gives an item for each group of events. */
export const summarize: Operation = (parameters, nowMs) => {
	const settings = parseSummarySettings(parameters);
	return prepareRead('list', parameters, nowMs, settings, parseSummaryOptions(parameters));
};

function prepareRead(
	source: Source,
	parameters: NodeParameters,
	nowMs: number,
	outputSettings: OutputSettings,
	{ timeoutMs, firstPageSize, ...options }: ReadOptions,
): PreparedOperation {
	const request: RangeRequest = {
		source,
		nowMs,
		...(source === 'list' ? parseSelection(parameters) : EVERY_EVENT),
		...options,
		range: parseTimeRange(parameters, nowMs),
		isWholeRequired: readSwitch(parameters, 'requireWhole'),
		hasManifest: outputSettings.kind === 'file',
	};
	const writer = createWriter(outputSettings, {
		...request,
		previousSha256: parsePreviousSha256(parameters),
		timezone: parameters.timezone,
	});
	const maxParallelRequests = options.limit === undefined ? options.maxParallelRequests : 1;
	return {
		settings: { timeoutMs, firstPageSize, maxParallelRequests, needsText: writer.needsText },
		run: async (dependencies) => await writeOutput(writer, request, dependencies),
	};
}

/** @throws ParameterError for a workflow without a timezone */
function createWriter(settings: OutputSettings, request: ReportRequest): OutputWriter {
	if (settings.kind === 'file') return createFileOutput(settings, request);
	if (settings.kind === 'items') return createItemsOutput(settings.shape);
	return createSummaryOutput(settings, requireZone(request.timezone));
}

async function writeOutput(
	writer: OutputWriter,
	request: RangeRequest,
	dependencies: OperationDependencies,
): Promise<RunOutput> {
	const { client, files } = dependencies;
	const reading = new RangeReading(client, request);
	const findings = async () => await readReportFindings(dependencies, request, reading);
	const items = await writer.write(reading.read, files, findings);
	const readingHints = await hintsOfReading(client, request, reading);
	const hints = readingHints.filter((text) => text !== undefined);
	const limitHints = hintsOfLimit(request, reading);
	if (request.hasManifest) return { items, hints: [...hints, ...limitHints] };
	return { items, hints, hintsBesideItems: limitHints };
}
