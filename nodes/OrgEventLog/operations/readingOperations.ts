import type { Source } from '../events/event';
import { createFileOutput } from '../output/fileOutput';
import { createItemsOutput } from '../output/itemsOutput';
import type { OutputWriter } from '../output/outputWriter';
import { createSummaryOutput } from '../output/summaryOutput';
import { readChoice } from '../parameters/choices';
import {
	parseEventShape,
	parseFileSettings,
	parseSummarySettings,
} from '../parameters/parseOutput';
import {
	type ReadRequest,
	parseExportOptions,
	parseItemsOptions,
	parseReadRequest,
	parseAggregateOptions,
} from '../parameters/parseReadOptions';
import { requireNoSelection } from '../parameters/parseSelection';
import { hintsOfLimit, hintsOfReading } from './hints';
import type { Connect, Operation, RunOutput } from './operation';
import { RangeReading } from './readEvents';
import { readReportFindings } from './reportFindings';

/** Gives an item for each event of List or of Feed. */
const readItems =
	(source: Source): Operation =>
	async (parameters, nowMs, connect) => {
		const writer = createItemsOutput(parseEventShape(parameters));
		const options = parseItemsOptions(parameters);
		return await read(parseReadRequest(source, parameters, nowMs, options), writer, connect);
	};
export const list = readItems('list');
export const feed = readItems('feed');

/** Gives one file with all events, and its manifest beside it. */
export const exportEvents: Operation = async (parameters, nowMs, connect) => {
	const source = readChoice(parameters, 'readFrom');
	if (source === 'feed') requireNoSelection(parameters);
	const settings = parseFileSettings(parameters);
	const options = parseExportOptions(parameters);
	const request = parseReadRequest(source, parameters, nowMs, options);
	const writer = createFileOutput(settings, request);
	return await read({ ...request, hasManifest: true }, writer, connect);
};

/** Gives an item for each group of events. */
export const summarize: Operation = async (parameters, nowMs, connect) => {
	const settings = parseSummarySettings(parameters);
	const options = parseAggregateOptions(parameters);
	const request = parseReadRequest('list', parameters, nowMs, options);
	return await read(request, createSummaryOutput(settings, request.timezone), connect);
};

async function read(
	request: ReadRequest,
	writer: OutputWriter,
	connect: Connect,
): Promise<RunOutput> {
	const connection = await connect(request, writer.needsText);
	const reading = new RangeReading(connection.client, request);
	const findings = async () => await readReportFindings(connection, request, reading);
	const items = await writer.write(reading.read, connection.files, findings);
	const hints = await hintsOfReading(connection.client, request, reading);
	const limitHints = hintsOfLimit(request, reading);
	if (request.hasManifest) return { items, hints: [...hints, ...limitHints] };
	return { items, hints, hintsBesideItems: limitHints };
}
