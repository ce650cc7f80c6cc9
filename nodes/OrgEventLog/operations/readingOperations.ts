import type { EventLogClient } from '../api/client';
import { toOutcome } from '../errors/failure';
import type { Source } from '../events/event';
import { createFileOutput } from '../output/fileOutput';
import { createItemsOutput } from '../output/itemsOutput';
import type { ManifestFacts } from '../output/manifest';
import type { OutputWriter } from '../output/outputWriter';
import { createSummaryOutput } from '../output/summaryOutput';
import { readChoice } from '../parameters/choiceFields';
import {
	parseEventShape,
	parseFileSettings,
	parseSummarySettings,
} from '../parameters/parseOutput';
import {
	type ReadSettings,
	parseNewestFirstOptions,
	parseExportOptions,
	parseItemsOptions,
	parseReadSettings,
} from '../parameters/parseReadOptions';
import { requireNoSelection } from '../parameters/parseSelection';
import { toIsoTime } from '../text/times';
import { askCount, readFewOrAskCount } from './count';
import { collectLimitHints, collectReadingHints } from './hints';
import type { OpenRun, RunResources, Operation, RunOutput } from './operation';
import { RangeReading } from './readEvents';

/** Makes the operation that gives an item for each event of List or of Feed. */
export const createItemsOperation =
	(source: Source): Operation =>
	async (parameters, nowMs, openRun) => {
		const writer = createItemsOutput(parseEventShape(parameters));
		const request = parseReadSettings(source, parameters, nowMs, parseItemsOptions);
		return await readAndWrite(request, writer, openRun);
	};

/** Gives one item: a file with all events, and its manifest beside it. */
export const exportEvents: Operation = async (parameters, nowMs, openRun) => {
	const source = readChoice(parameters, 'readFrom');
	if (source === 'feed') requireNoSelection(parameters);
	const settings = parseFileSettings(parameters);
	const request = parseReadSettings(source, parameters, nowMs, parseExportOptions);
	return await readAndWrite(request, createFileOutput(settings, request), openRun);
};

/** Gives an item for each group of events. */
export const summarize: Operation = async (parameters, nowMs, openRun) => {
	const settings = parseSummarySettings(parameters);
	const request = parseReadSettings('list', parameters, nowMs, parseNewestFirstOptions);
	return await readAndWrite(request, createSummaryOutput(settings, request.timezone), openRun);
};

async function readAndWrite(
	request: ReadSettings,
	writer: OutputWriter,
	openRun: OpenRun,
): Promise<RunOutput> {
	const resources = await openRun(request, writer.needsJsonLines);
	const reading = new RangeReading(resources.client, request);
	const readFacts = async () => await readManifestFacts(resources, request, reading);
	const items = await writer.write(reading.read, resources.saveFile, readFacts);
	const hints = await collectReadingHints(resources.client, request, reading);
	const limitHints = collectLimitHints(request, reading);
	if (request.isExport) return { items, hints: [...hints, ...limitHints] };
	return { items, hints, hintsForTools: limitHints };
}

async function readManifestFacts(
	{ client, workflow, execution }: RunResources,
	request: ReadSettings,
	{ selectedCount, malformed, logBeginsMs }: RangeReading,
): Promise<ManifestFacts> {
	const { startMs } = request.range;
	const isKnown = startMs !== undefined && logBeginsMs !== undefined;
	return {
		selectedCount,
		malformedRecords: { count: malformed.count, why: [...malformed.reasons] },
		logBegins: toIsoTime(logBeginsMs),
		coversStart: isKnown ? logBeginsMs <= startMs : null,
		serviceCount: await readServiceCount(client, request, selectedCount),
		service: client.origin,
		workflow,
		execution,
	};
}

/** Asks Count for the same events; gives null if it can't select them, can't be asked, or can't be relied on. */
async function readServiceCount(
	client: EventLogClient,
	request: ReadSettings,
	selectedCount: number,
): Promise<number | null> {
	const { filters, clientSideCheck, range, limit, nowMs } = request;
	if (clientSideCheck !== undefined) return null;
	// Some services refuse a bound in the future.
	const bounds = (range.endMs ?? 0) < nowMs ? range : { startMs: range.startMs };
	const uncheckedCount = await toOutcome(askCount(client, filters, bounds));
	if ('failure' in uncheckedCount) return null;
	// Where a limit has cut the events, their number can't confirm the count.
	if (limit === undefined && uncheckedCount.value === selectedCount) return selectedCount;
	const checkedCount = await toOutcome(readFewOrAskCount(client, request));
	return 'value' in checkedCount && checkedCount.value?.isCapped === false
		? checkedCount.value.count
		: null;
}
