import type { EventLogClient } from '../api/client';
import type { LoggedEvent } from '../events/event';
import { createListCheck } from '../events/filterMatcher';
import { OddEntries } from '../api/oddEntries';
import type { EventsPage, PageRequest } from '../api/page';
import { type Selection, bothChecks } from '../events/presets';
import { createFileOutput } from '../output/fileOutput';
import { FEED_PATHS, LIST_PATHS } from '../events/fieldPaths';
import { createItemsOutput } from '../output/itemsOutput';
import type { EventOutput, OutputRequest, ReadMadeEvents } from '../output/output';
import { readSample } from '../output/sample';
import { createSummaryOutput } from '../output/summaryOutput';
import { readSelection } from '../parameters/parseFilters';
import { type OutputChoice, readOutput } from '../parameters/parseOutput';
import { readListOptions, readMustCover, readPreviousSha256 } from '../parameters/parseReadOptions';
import { readTimeRange } from '../parameters/parseTimeRange';
import { knownZone } from '../parameters/timeRanges';
import type { NodeParameters } from '../parameters/values';
import { hintOfCoverage } from './logBeginning';
import type { Operation, PreparedOperation } from './operation';
import { PresetNames } from './presetNames';
import { findOut } from './reportFindings';
import { readEvents } from './readEvents';
import { hintIfCut, hintIfNone, hintOfOdd, hintOfSample } from './readHints';

/** What distinguishes the operations that read events. */
interface EventsToRead extends Selection {
	readonly operation: 'list' | 'feed';
	/** Whether the service is known to take pages in the order asked for, as List documents it. */
	readonly orderIsReliable: boolean;
	/** Every documented field of these events, by its dotted path. */
	readonly documentedPaths: readonly string[];
	readonly pageOf: (
		client: EventLogClient,
		request: PageRequest,
	) => Promise<EventsPage<LoggedEvent>>;
}

/** The events of a range that match the filters. */
export const list: Operation = (parameters, nowMs) => {
	const { filters, passes, ...selection } = readSelection(parameters);
	return prepareRead(parameters, nowMs, {
		operation: 'list',
		...selection,
		filters,
		passes: bothChecks(createListCheck(filters), passes),
		orderIsReliable: true,
		documentedPaths: LIST_PATHS,
		pageOf: async (client, request) => await client.listPage(filters, request),
	});
};

/** The events of a range from the feed, in the order asked for whatever the feed does with it. */
export const feed: Operation = (parameters, nowMs) =>
	prepareRead(parameters, nowMs, {
		operation: 'feed',
		preset: 'none',
		filters: {},
		exclude: {},
		orderIsReliable: false,
		documentedPaths: FEED_PATHS,
		pageOf: async (client, request) => await client.feedPage(request),
	});

/** So that what waits to be drawn doesn't grow with the log. */
const MAX_PAGES_AHEAD_OF_SAMPLE = 32;

/** Reads events into items or a file. @throws ParameterError for a parameter that can't be used */
function prepareRead(
	parameters: NodeParameters,
	nowMs: number,
	{ operation, orderIsReliable, documentedPaths, pageOf, ...selection }: EventsToRead,
): PreparedOperation {
	const { preset, filters, passes } = selection;
	const range = readTimeRange(parameters, nowMs);
	const { timeoutMs, pageSize, ...options } = readListOptions(parameters);
	const { order, limit, maxParallelRequests, sample } = options;
	const mustCover = readMustCover(parameters);
	const choice = readOutput(parameters);
	const output = createOutput(choice, {
		...selection,
		...options,
		range,
		operation,
		previousSha256: readPreviousSha256(parameters),
		timezone: parameters.timezone,
		documentedPaths,
	});
	const maxPagesAhead = output.maxPagesAhead ?? (sample && MAX_PAGES_AHEAD_OF_SAMPLE);
	const request = { ...options, range, passes, maxPagesAhead };
	return {
		timeoutMs,
		maxParallelRequests: limit === undefined ? maxParallelRequests : 1,
		keepText: output.needsText,
		run: async ({ client, files, beginning, ...means }) => {
			const fetchPage = async (page: PageRequest) => await pageOf(client, page);
			const source = { fetchPage, pageSize, orderIsReliable };
			let events = 0;
			let earliestMs = Infinity;
			const odd = new OddEntries();
			const names = new PresetNames(preset);
			const read: ReadMadeEvents = async function* (make) {
				const makeNamed = (event: LoggedEvent) => {
					names.note(event.fields);
					return make(event);
				};
				for await (const batch of readEvents(source, { ...request, odd }, makeNamed)) {
					events += batch.length;
					for (const { createdAtMs } of batch) earliestMs = Math.min(earliestMs, createdAtMs);
					yield batch;
				}
			};
			const readWanted: ReadMadeEvents = (make) =>
				sample === undefined ? read(make) : readSample(read, sample, order, make);
			const counted = passes === undefined ? { filters, range } : undefined;
			const covers = async () => await beginning.covers(client, range, mustCover, earliestMs);
			const { items, hint } = await output.write(readWanted, files, async (ends) => {
				const isAll = limit === undefined;
				const report = { passed: events, isAll, ends, odd, coverage: await covers() };
				return await findOut({ client, ...means }, counted, report);
			});
			const coverage = await covers();
			const result = { ...selection, ...options, events, range };
			const cut = hintIfCut(result);
			const hints = [
				hint,
				names.hint(client.holdsSecret),
				hintOfOdd(odd),
				hintOfSample(result),
				await hintIfNone(client, result),
				hintOfCoverage(coverage),
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
