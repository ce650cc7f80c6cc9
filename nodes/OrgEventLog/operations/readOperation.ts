import { createListCheck } from '../events/filterMatcher';
import { MalformedRecords } from '../api/malformedRecords';
import type { PageRequest } from '../api/page';
import { type Selection, bothChecks } from '../events/presets';
import { createFileOutput } from '../output/fileOutput';
import { FEED_PATHS, LIST_PATHS } from '../events/fieldPaths';
import { createItemsOutput } from '../output/itemsOutput';
import type { EventOutput, OutputRequest, ReadMadeEvents } from '../output/output';
import { readSample } from '../output/sample';
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
import { type Coverage, hintOfCoverage, readCoverage } from './logBeginning';
import type { Operation, PreparedOperation } from './operation';
import { findOut } from './reportFindings';
import { readEvents } from './readEvents';
import { hintIfCut, hintIfNone, hintOfMalformed, hintOfSample } from './readHints';

/** The events of a range that match the filters. */
export const list: Operation = (parameters, nowMs) =>
	prepareRead('list', parameters, nowMs, {
		choice: { kind: 'items', shape: readEventShape(parameters) },
		options: readItemsOptions(parameters),
	});

/** The events of a range from the feed, in the order asked for whatever the feed does with it. */
export const feed: Operation = (parameters, nowMs) =>
	prepareRead('feed', parameters, nowMs, {
		choice: { kind: 'items', shape: readEventShape(parameters) },
		options: readItemsOptions(parameters),
	});

/** One file with the events of a range, and its manifest; read by List, or by Feed, which has no filters. */
export const exportEvents: Operation = (parameters, nowMs) => {
	const readFrom = readReadFrom(parameters);
	if (readFrom === 'feed') requireNoSelection(parameters);
	return prepareRead(readFrom, parameters, nowMs, {
		choice: readFileChoice(parameters),
		options: readExportOptions(parameters),
	});
};

/** How many events there are of each kind, and when. */
export const summarize: Operation = (parameters, nowMs) =>
	prepareRead('list', parameters, nowMs, {
		choice: readSummaryChoice(parameters),
		options: readSummaryOptions(parameters),
	});

const EVERYTHING: Selection = { preset: 'none', filters: {}, exclude: {} };

/** All that is to be known before events are read into items, a summary or a file. @throws ParameterError for a parameter that can't be used */
function prepareRead(
	operation: 'list' | 'feed',
	parameters: NodeParameters,
	nowMs: number,
	{
		choice,
		options: readOptions,
	}: { readonly choice: OutputChoice; readonly options: ReadOptions },
): PreparedOperation {
	const isList = operation === 'list';
	const { passes: isSelected, ...selection } = isList ? readSelection(parameters) : EVERYTHING;
	const { filters } = selection;
	const passes = bothChecks(createListCheck(filters), isSelected);
	const range = readTimeRange(parameters, nowMs);
	const { timeoutMs, pageSize, firstPageSize, ...options } = readOptions;
	const { order, limit, maxParallelRequests, sample } = options;
	const mustCover = readSwitch(parameters, 'requireWhole');
	const output = createOutput(choice, {
		...selection,
		...options,
		range,
		operation,
		previousSha256: readPreviousSha256(parameters),
		timezone: parameters.timezone,
		documentedPaths: isList ? LIST_PATHS : FEED_PATHS,
	});
	const request = { ...options, range, passes, nowMs };
	return {
		...{ timeoutMs, firstPageSize },
		maxParallelRequests: limit === undefined ? maxParallelRequests : 1,
		keepText: output.needsText,
		run: async ({ client, files, ...means }) => {
			const fetchPage = async (page: PageRequest) =>
				isList ? await client.listPage(filters, page) : await client.feedPage(page);
			// List documents that it takes pages in the order asked for.
			const source = { fetchPage, pageSize, orderIsReliable: isList };
			let events = 0;
			let earliestMs = Infinity;
			const malformed = new MalformedRecords();
			const read: ReadMadeEvents = async function* (make) {
				for await (const batch of readEvents(source, { ...request, malformed }, make)) {
					events += batch.length;
					for (const { createdAtMs } of batch) earliestMs = Math.min(earliestMs, createdAtMs);
					yield batch;
				}
			};
			const readWanted: ReadMadeEvents = (make) =>
				sample === undefined ? read(make) : readSample(read, sample, order, make);
			const counting = { filters, range, nowMs, pageSize, maxParallelRequests };
			const counted = passes === undefined ? counting : undefined;
			let covered: Promise<Coverage> | undefined;
			const coverage = async () =>
				await (covered ??= readCoverage(client, range, {
					mustCover,
					alsoWithoutStart: choice.kind === 'file',
					earliestReadMs: earliestMs,
				}));
			const { items, hint } = await output.write(readWanted, files, async () => {
				const isAll = limit === undefined;
				const report = { passed: events, isAll, malformed, coverage: await coverage() };
				return await findOut({ client, ...means }, counted, report);
			});
			const coverageHint = hintOfCoverage(await coverage());
			const result = { ...selection, ...options, events, range };
			const cut = hintIfCut(result);
			const hints = [
				hint,
				hintOfMalformed(malformed),
				hintOfSample(result),
				await hintIfNone(client, result),
				coverageHint,
			];
			return {
				items,
				hints: [...hints, choice.kind === 'file' ? cut : undefined].filter(isDefined),
				hintsBesideItems: [choice.kind === 'items' ? cut : undefined].filter(isDefined),
			};
		},
	};
}

function isDefined<Value>(value: Value | undefined): value is Value {
	return value !== undefined;
}

/** What the user chose. @throws ParameterError where a summary has no calendar */
function createOutput(choice: OutputChoice, request: OutputRequest): EventOutput {
	if (choice.kind === 'file') return createFileOutput(choice, request);
	if (choice.kind === 'items') return createItemsOutput(choice.shape);
	return createSummaryOutput(choice, knownZone(request.timezone));
}
